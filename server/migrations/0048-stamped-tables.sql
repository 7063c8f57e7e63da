-- The tables whose rows the screens with a change stamp (0047) are made of. A test holds them against the statements of those screens.
-- Row by row, because a row names its business; the second row of a transaction costs a comparison.

-- Shorter in total than PostgreSQL's deadlock_timeout: where a request holds one of these tables, this gives up its wait and not the request.
set local lock_timeout = '100ms';

create trigger stamp_row after insert or update or delete on subscriptions for each row execute function stamp_row();
create trigger stamp_row after insert or update or delete on appointments for each row execute function stamp_row();
create trigger stamp_row after insert or update or delete on files for each row execute function stamp_row();
create trigger stamp_row after insert or update or delete on patients for each row execute function stamp_row();
create trigger stamp_row after insert or update or delete on day_tallies for each row execute function stamp_row();
create trigger stamp_row after insert or update or delete on payment_tallies for each row execute function stamp_row();
create trigger stamp_row after insert or update or delete on business_profiles for each row execute function stamp_row();
create trigger stamp_row after insert or update or delete on memberships for each row execute function stamp_row();
-- A new person belongs to no business yet, and who is deleted belongs to none any more.
create trigger stamp_person after update on users for each row execute function stamp_person();
create trigger stamp_platform after insert or update or delete on plans for each row execute function stamp_platform();
