-- Keeps what a person wrote on the public page with their booking.
alter table appointments add column guest_note text check (length(guest_note) between 1 and 500);
