-- Finds the form of a code that the operators report as undelivered.
alter table number_proofs add column message_id text check (length(message_id) between 1 and 500);
alter table number_proofs add column undelivered_at timestamptz;
grant update (message_id, undelivered_at) on number_proofs to samay_app;
