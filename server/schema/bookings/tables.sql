-- Keeps the bookings of a business, the people that they are for, and their sums.
--
-- A new booking locks the business's row of subscriptions, the units that it may need (resources)
-- and its patient. It reads plans, services, service_resources, price_rules, claims and day_tallies,
-- and writes in one transaction, in this order:
--
--   claims                        the time that it occupies (availability/tables.sql)
--   patients                      its patient, found or added
--   appointments                  the booking
--   payments                      the money that was taken with it
--   day_tallies, payment_tallies  the sums of its day
--   audit_log, audit_waiting      the person who made it (audit/tables.sql)
--   outbox                        one event, which a worker turns into mail, calendar and webhook
--                                 (outbox/tables.sql)
--   change_stamps                 the last reference, and that screens show something new (db/tables.sql)
--   idempotency_keys              the reply, for a request that is sent again (db/tables.sql)
--
-- The database forbids, whatever the server does:
--
--   isolate_tenant (roles.sql)    rows of another business, read or written
--   foreign keys with tenant_id   a patient, resource, service or file of another business
--   claims_apart                  two claims of a unit at one time, but for an overbooking
--   refuse_illegal_transition     a status that may not follow the one before
--   unique keys                   a reference twice, a person of one number and name twice
--   appointments_token            a token of a day twice
--   checks below                  nobody to tell, a walk-in who has not come, a tally below zero
--   refuse_overdrawn_payment      more given back than is left of a payment, a void of a part
--   refuse_closed_drawer          money in a period of a drawer that is closed
--   refuse_locked_*               another amount, price, discount or status of a booking of a locked day, and
--                                 another cancellation fee of such a day
--   appointments_kept             money of a cancelled or missed booking that is revenue of no day
--   refuse_too_many_*             more rows of money, charges, discounts or papers of one account than are looked at
--   grants of payments, papers    money or a paper that is changed or removed
--   papers_number, unique keys    a number of a paper twice, or one that does not follow its series
--   refuse_overlowered_paper      notes or refund vouchers above the paper that they lower or answer
--   grants of audit_log           an act that is changed or removed
--
-- The plan's limit is kept by the server, under the lock of the subscription's row. Nobody refuses
-- a time outside the opening hours: the form warns of it.

-- A row is a patient: a telephone number, or without one an email, and a name (decision 0027).
-- A booking's transaction finds or adds its patient, and deletes a patient who has no booking left and is
-- not kept, with everything that only this row holds.
create table patients (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  -- As person_key returns it.
  person_key text not null,
  -- The spelling of the newest booking; the email is '' if none is known.
  name text not null,
  email text not null,
  contact text,
  -- The day of the latest booking, in any status; 0001-01-01 of a patient without one.
  latest_date date not null,
  -- Set: stays without a booking, because someone entered, imported or wrote to this patient.
  kept_since timestamptz,
  -- Tallies of all of this patient's bookings.
  bookings int not null default 0,
  completed int not null default 0,
  cancelled int not null default 0,
  no_shows int not null default 0,
  prescriptions int not null default 0,
  revenue_paise bigint not null default 0,
  -- The sum of this patient's own rows of payments: money that belongs to no booking yet.
  advance_paise bigint not null default 0,
  -- The day, the month or only the year of birth, the sex, and the name of a parent or guardian, of a clinic's
  -- patient (decision 0101).
  born text check (born ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  sex text check (sex in ('female', 'male', 'other')),
  guardian text check (length(guardian) between 1 and 120),
  -- The language of messages to this patient; null: the business's.
  language text check (language in ('en', 'hi', 'mr', 'te')),
  -- The patient that this one is shown with (decision 0055). Bookings keep the patient that they
  -- name, so that a merge ends when these columns are emptied. No foreign key: it would lock the
  -- other patient for each booking of this one; triggers refuse in its place (functions.sql).
  merged_into uuid,
  merged_at timestamptz,
  -- The searched text, folded; the line breaks keep a match of one word within one field. The space
  -- before the name makes each of its words begin with one: two letters match only there.
  search_text text not null generated always as (
    ' ' || fold_text(name) || E'\n' || fold_contact(coalesce(contact, '')) || E'\n' || fold_text(email)
      || E'\n' || person_key
  ) stored,
  primary key (tenant_id, id),
  -- A merge has a time, and no patient is merged into itself.
  constraint patients_merged check ((merged_into is null) = (merged_at is null) and merged_into <> id),
  constraint patients_not_negative check (
    bookings >= 0 and completed >= 0 and cancelled >= 0 and no_shows >= 0 and prescriptions >= 0
    and revenue_paise >= 0),
  -- No patient spends more than their advance, also not at two desks concurrently.
  constraint patients_advance check (advance_paise >= 0)
) with (fillfactor = 80); -- leaves room on the page for a changed tally, so that no index has to be written
-- A number and a name are one patient.
create unique index patients_person on patients (tenant_id, person_key, fold_name(name));
create index patients_list on patients (tenant_id, latest_date desc, id desc);
create index patients_merged_people on patients (tenant_id, merged_into) where merged_into is not null;
-- New entries wait in a short list and are put into the index together; 64 kB is the least that
-- PostgreSQL takes, and a search reads the list too (decision 0081).
create index patients_search on patients using gin (tenant_id, search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);
select isolate_tenant('patients');
grant select, insert, update, delete on patients to samay_app, samay_platform;

-- A row is a booking, in every status: a clinic's appointment, a turf's booking.
create table appointments (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  reference text not null,
  -- The person as written, and the patient that the words name.
  person_name text not null check (length(person_name) between 1 and 120),
  person_email text,
  person_contact text,
  patient_id uuid,
  -- The name of a clinic's practitioner as written; null for a turf.
  doctor text,
  -- The wall clock in India, and its instant.
  appointment_date date not null,
  appointment_time time(0) not null,
  starts_at timestamptz not null
    generated always as ((appointment_date + appointment_time) at time zone 'Asia/Kolkata') stored,
  -- The resource, the duration and the price, as they were when it was made or moved.
  resource_id uuid,
  service_id uuid,
  service_name text,
  duration_min int,
  buffer_before_min int,
  buffer_after_min int,
  price_paise int,
  -- The reason for an overbooking; null for an ordinary booking.
  overbooked_reason text,
  -- Whether the desk made it, the person on the public page, or an import.
  source text not null default 'desk' check (source in ('desk', 'online', 'imported')),
  -- Whether it takes a place of the plan in its cycle. One that was imported, or made in the first days of its
  -- business, takes none, and is never hidden.
  counts_in_plan boolean not null default true,
  -- Whether its person gets reminders of it; an imported one's as the owner chose.
  gets_reminders boolean not null default true,
  -- The person has answered that they come.
  confirmed_at timestamptz,
  -- The version of the link to the person's own page; a higher one ends the links before it.
  link_version int not null default 0 check (link_version between 0 and 65535),
  -- The latest change of status or time, where the person made it by their link; null where the business did.
  own_change text check (own_change in ('cancelled', 'moved')),
  -- The person's own note on the public page; null for another booking, and for one without a note.
  guest_note text check (length(guest_note) between 1 and 500),
  -- The bookings that were made together as a series.
  series_id uuid,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'completed', 'cancelled', 'no_show')),
  -- The user who set the status, and the time; null if it was never changed.
  status_set_at timestamptz,
  status_set_by uuid,
  -- Why it was cancelled, as chosen or typed.
  cancel_reason text check (length(cancel_reason) <= 200),
  -- The closing that moved it to its present time or cancelled it.
  closing_id uuid,
  -- The cancellation that moved its money (payments.cancel_id); null where none did, and once it is undone.
  cancel_id uuid,
  -- Whether the person came without a booking: at a clinic it claims nothing.
  walk_in boolean not null default false,
  arrived_at timestamptz,
  -- The minutes after the time at which the person said they come.
  delay_min int not null default 0 check (delay_min between 0 and 120),
  -- The time at which the consultation or the game began.
  started_at timestamptz,
  -- The number that its person got at the arrival, such as `A12`, and the day on which it was given.
  token text check (token ~ '^[A-Z]{0,2}[1-9][0-9]{0,5}$'),
  token_day date,
  -- How often its person was called since the arrival, and when last; since when they are skipped.
  calls int not null default 0 check (calls between 0 and 99),
  called_at timestamptz,
  skipped_at timestamptz,
  -- The sum of its rows of charges, which the person owes in addition to the price.
  charges_paise int not null default 0
    constraint appointments_charges check (charges_paise between 0 and 1000000000),
  -- The sum of its rows of discounts: the part of the price that is waived.
  discount_paise int not null default 0,
  -- The discount as it was last given, before a lower price lowered it; null for no charge at any price.
  waived_paise int default 0 check (waived_paise between 0 and 1000000000),
  -- The sum of what its refunds allow (payments.allowed_paise), without voided ones: it is not owed any more.
  allowed_paise int not null default 0 check (allowed_paise >= 0),
  -- The last day on which a free follow-up is free; null for another discount, which has no days.
  free_until date,
  -- The sum of its rows of payments; null if none remains. `payment_method` shows the noted texts of their
  -- methods. A method and an id may also be noted without an amount.
  amount_paise int constraint appointments_amount check (amount_paise between 0 and 1000000000),
  -- The part of the amount that is revenue of its date: the sum without late rows (payments.is_late), null if
  -- none remains. `paid_by` divides it by the noted text of the payments' methods, '' if none was noted.
  revenue_paise int check (revenue_paise between 0 and 1000000000),
  paid_by jsonb,
  -- The day on which money of a cancelled or missed booking was first kept. The rest of that money
  -- (`revenue_paise`) is a cancellation fee: revenue of that day. Null while the booking is scheduled or
  -- completed, and until there is money.
  kept_on date,
  currency text not null default 'INR' check (currency = 'INR'),
  payment_method text,
  payment_id text,
  prescription_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The searched text, folded; the line breaks keep a match of one word within one field.
  search_text text not null generated always as (
    fold_text(person_name) || E'\n' || fold_text(coalesce(doctor, '')) || E'\n'
      || fold_contact(coalesce(person_contact, '')) || E'\n' || lower(reference)
  ) stored,
  primary key (tenant_id, id),
  -- A reference names one booking of a business.
  unique (tenant_id, reference),
  constraint appointments_patient foreign key (tenant_id, patient_id) references patients (tenant_id, id),
  constraint appointments_resource foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  constraint appointments_service foreign key (tenant_id, service_id) references services (tenant_id, id),
  constraint appointments_lasts check (duration_min between 5 and 720 and duration_min % 5 = 0),
  constraint appointments_price check (price_paise between 0 and 1000000000),
  constraint appointments_discount check (discount_paise between 0 and coalesce(price_paise, 0)),
  constraint appointments_paid_by check ((revenue_paise is null) = (paid_by is null)),
  -- No money of a cancelled or missed booking is kept without a day, and none of another booking with one.
  constraint appointments_kept check (case when status in ('cancelled', 'no_show')
    then kept_on is not null or coalesce(revenue_paise, 0) = 0 else kept_on is null end),
  -- The person can be told of a change.
  constraint appointments_reachable check (person_email is not null or person_contact is not null),
  -- The person of a visit that has begun has arrived, and so has a walk-in's.
  constraint appointments_started_has_come check (started_at is null or arrived_at is not null),
  constraint appointments_walk_in_has_come
    check (not walk_in or arrived_at is not null or status = 'cancelled'),
  constraint appointments_token_has_day check ((token is null) = (token_day is null)),
  constraint appointments_called check ((calls = 0) = (called_at is null)),
  -- A clinic's walk-in waits in the queue and overbooks nobody.
  constraint appointments_walk_in_over_nothing
    check (not walk_in or doctor is null or overbooked_reason is null)
);
-- The clinic's list order: latest day first, mornings before evenings.
create index appointments_list on appointments (tenant_id, appointment_date desc, appointment_time, id);
-- The turf's list order, the next bookings, and sums over days without reading the table.
create index appointments_days on appointments (tenant_id, appointment_date, appointment_time, id)
  include (status, amount_paise, revenue_paise);
create index appointments_status
  on appointments (tenant_id, status, appointment_date desc, appointment_time, id);
create index appointments_of_resource
  on appointments (tenant_id, resource_id, appointment_date, appointment_time, id) include (status);
create index appointments_status_of_resource
  on appointments (tenant_id, resource_id, status, appointment_date, appointment_time, id);
-- The bookings that take no place of the plan, which are never hidden.
create index appointments_uncounted on appointments (tenant_id, appointment_date, id) where not counts_in_plan;
-- Bookings whose price and charges exceed the amount, the discount and what refunds allow.
create index appointments_due on appointments (tenant_id, appointment_date desc, appointment_time, id)
  include (price_paise, charges_paise, discount_paise, allowed_paise, amount_paise)
  where status in ('scheduled', 'completed')
    and coalesce(price_paise, 0) + charges_paise - discount_paise - allowed_paise - coalesce(amount_paise, 0) > 0;
create index appointments_due_of_resource
  on appointments (tenant_id, resource_id, appointment_date desc, appointment_time, id)
  include (price_paise, charges_paise, discount_paise, allowed_paise, amount_paise)
  where status in ('scheduled', 'completed')
    and coalesce(price_paise, 0) + charges_paise - discount_paise - allowed_paise - coalesce(amount_paise, 0) > 0;
-- Cancellation fees, by the day on which they were kept.
create index appointments_kept on appointments (tenant_id, kept_on desc, id) include (revenue_paise)
  where kept_on is not null;
create index appointments_of_patient
  on appointments (tenant_id, patient_id, appointment_date desc, appointment_time desc, id desc);
-- No number of a day twice in a business.
create unique index appointments_token on appointments (tenant_id, token_day, token) where token is not null;
create index appointments_search on appointments using gin (tenant_id, search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);
select isolate_tenant('appointments');
grant select, insert, update on appointments to samay_app;
grant select, insert, update, delete on appointments to samay_platform;
-- Checked at the commit, so that a transaction may claim before it writes the booking.
alter table claims add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
  deferrable initially deferred;

-- A row is a drawer: the takings of one person or of one desk, from one close to the next.
create table drawers (
  tenant_id uuid not null references tenants (id),
  -- The user whose drawer it is; the business's own id for the desk's one drawer.
  id uuid not null,
  -- The number of the open period, and the cash with which it began.
  period int not null default 1 check (period > 0),
  opened_at timestamptz,
  opening_paise bigint not null default 0 check (opening_paise >= 0),
  primary key (tenant_id, id)
);
select isolate_tenant('drawers');
grant select, insert, update on drawers to samay_app;
grant select, insert, update, delete on drawers to samay_platform;

-- A row is money of a booking, or of a patient in advance: taken, given back, moved between the
-- two, or voided because it was noted by mistake. No row is changed or deleted, except with an
-- erased business.
create table payments (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'void', 'transfer')),
  -- The account: a booking, or a patient's advance.
  appointment_id uuid,
  patient_id uuid,
  -- Below zero where money leaves the account.
  paise int not null check (paise between -1000000000 and 1000000000),
  -- The method as classified (`classifyPaymentMethod` of the contract); 'Advance' for a transfer. A
  -- refund has one.
  method text check (method in ('UPI', 'Card', 'Net Banking', 'Wallet', 'Cash', 'Online', 'Advance')),
  -- A UTR, a card slip, the provider's payment id.
  reference text,
  reason text,
  -- The row that a refund, a void or a transfer back takes from.
  of_id uuid,
  -- The transfer's other row, on the other account.
  pair_id uuid,
  -- The cancellation of its booking that moved it; also of a transfer back to the cancelled booking.
  cancel_id uuid,
  -- The allowance: the part of a refund, or of money that was kept as an advance, by which it lowers what
  -- the booking owes.
  allowed_paise int not null default 0,
  -- Whether it is for a booking of a locked day: revenue of its own day, for earlier months.
  is_late boolean not null default false check (not is_late or appointment_id is not null),
  source text not null default 'desk' check (source in ('desk', 'online', 'imported')),
  -- The drawer and the period in which it counts; null for transfers, and if no user took it.
  drawer_id uuid,
  drawer_period int,
  -- The closed period of a drawer that an owner corrects: a void of its row and the right row, which are
  -- in no drawer and change no expected cash.
  corrects_drawer_id uuid,
  corrects_period int,
  taken_at timestamptz not null,
  taken_on date not null generated always as ((taken_at at time zone 'Asia/Kolkata')::date) stored,
  -- The user in whose takings it counts; a void counts in those of the row that it voids. Null if
  -- no user took it.
  taken_by uuid,
  -- The user who noted it.
  noted_by uuid,
  primary key (tenant_id, id),
  constraint payments_account check ((appointment_id is null) <> (patient_id is null)),
  constraint payments_sign check (
    kind = 'payment' and paise >= 0 or kind = 'refund' and paise < 0 or kind = 'transfer' and paise <> 0
    or kind = 'void'),
  constraint payments_names check (
    (kind in ('refund', 'void')) <= (of_id is not null and reason is not null)
    and (kind = 'refund') <= (coalesce(method, '') <> '')
    and (kind = 'transfer') = (pair_id is not null)
    and (drawer_id is null) = (drawer_period is null)),
  -- A correction is in no drawer.
  constraint payments_corrects check (
    (corrects_drawer_id is null) = (corrects_period is null)
    and (corrects_drawer_id is null or drawer_id is null and kind <> 'transfer')),
  -- Nothing is allowed but of what the row gives back of a booking's payment.
  constraint payments_allowed check (allowed_paise = 0 or (
    allowed_paise between 0 and -paise and kind in ('refund', 'transfer') and appointment_id is not null
    and of_id is not null)),
  foreign key (tenant_id, drawer_id) references drawers (tenant_id, id),
  foreign key (tenant_id, corrects_drawer_id) references drawers (tenant_id, id),
  foreign key (tenant_id, patient_id) references patients (tenant_id, id),
  foreign key (tenant_id, of_id) references payments (tenant_id, id),
  foreign key (tenant_id, pair_id) references payments (tenant_id, id) deferrable initially deferred,
  -- Checked at the commit, so that bookings may be inserted after their money.
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
    deferrable initially deferred
);
-- Money of days that were locked, by its own day.
create index payments_late on payments (tenant_id, taken_on) include (appointment_id, paise) where is_late;
create index payments_of_appointment on payments (tenant_id, appointment_id, taken_at, id);
create index payments_of_patient on payments (tenant_id, patient_id, taken_at, id)
  where patient_id is not null;
-- Sums money by day without reading the table. Transfers are left out: they are not received.
create index payments_taken on payments (tenant_id, taken_on, taken_by)
  include (method, paise) where kind <> 'transfer';
-- Sums what was received here: imported money is not.
create index payments_received on payments (tenant_id, taken_on, taken_by)
  include (method, paise) where kind <> 'transfer' and source <> 'imported';
-- Sums the advances of all people up to a day without reading the table.
create index payments_of_advances on payments (tenant_id, taken_on)
  include (kind, paise, patient_id) where patient_id is not null;
create index payments_of_drawer on payments (tenant_id, drawer_id, drawer_period)
  include (method, kind, paise) where drawer_id is not null;
create index payments_of_correction on payments (tenant_id, corrects_drawer_id, corrects_period)
  where corrects_drawer_id is not null;
create index payments_of_payment on payments (tenant_id, of_id) where of_id is not null;
-- A row is voided once.
create unique index payments_voided on payments (tenant_id, of_id) where kind = 'void';
select isolate_tenant('payments');
grant select, insert on payments to samay_app;
grant select, insert, delete on payments to samay_platform;

-- A row is cash that went into or out of a drawer and belongs to no booking and no advance. An amount
-- below zero takes another row back.
--   expense             cash that paid for something, such as tea
--   cash_in, cash_out   change that was fetched, cash that was taken to the bank
--   handover            cash that the close of another drawer handed over: a part of the opening
--   float               counted at the opening, less what should have been there; 0 where it agrees
create table drawer_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  drawer_id uuid not null,
  drawer_period int not null,
  kind text not null default 'expense' check (kind in ('expense', 'cash_in', 'cash_out', 'handover', 'float')),
  -- The sums of a period that a close hands over have no bound.
  paise bigint not null check (kind = 'handover' or paise between -1000000000 and 1000000000),
  reason text not null,
  -- The close that handed it over, or that is reopened.
  close_id uuid,
  noted_at timestamptz not null,
  noted_by uuid,
  primary key (tenant_id, id),
  constraint drawer_entries_paise check (paise <> 0 or kind = 'float'),
  constraint drawer_entries_close check ((kind = 'handover') = (close_id is not null)),
  foreign key (tenant_id, drawer_id) references drawers (tenant_id, id)
);
-- Cash that a close hands over arrives once, and is taken back once.
create unique index drawer_entries_handed_over on drawer_entries (tenant_id, close_id, (paise > 0))
  where close_id is not null;
create index drawer_entries_of_drawer on drawer_entries (tenant_id, drawer_id, drawer_period, noted_at);
select isolate_tenant('drawer_entries');
grant select, insert on drawer_entries to samay_app;
grant select, insert, delete on drawer_entries to samay_platform;

-- A row is a close of a drawer: the sums of its rows, and the counted cash. Only its reopening is
-- written later.
create table drawer_closes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  drawer_id uuid not null,
  period int not null,
  opened_at timestamptz,
  closed_at timestamptz not null,
  closed_by uuid,
  -- Sums of a period have no bound: each of their rows has. Refunds, cash out and expenses leave it.
  opening_paise bigint not null,
  cash_paise bigint not null,
  refunds_paise bigint not null default 0,
  cash_in_paise bigint not null default 0,
  cash_out_paise bigint not null default 0,
  expenses_paise bigint not null,
  counted_paise bigint not null check (counted_paise >= 0),
  -- The cash that was removed; the rest opens the next period.
  handed_over_paise bigint not null check (handed_over_paise between 0 and counted_paise),
  -- The recipient: the bank, the owner, or another drawer.
  handed_to text check (handed_to in ('bank', 'owner', 'drawer')),
  handed_to_drawer uuid,
  -- Paise of UPI and Card that were confirmed, by the terminal or the bank; null where nobody was asked.
  confirmed jsonb,
  -- Paise by the text of the payments' methods.
  methods jsonb not null,
  -- The number of notes or coins of each denomination in rupees.
  notes jsonb,
  note text,
  reopened_at timestamptz,
  reopened_by uuid,
  reopened_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, drawer_id) references drawers (tenant_id, id),
  foreign key (tenant_id, handed_to_drawer) references drawers (tenant_id, id),
  -- A difference is explained.
  constraint drawer_closes_explained check (note is not null or counted_paise
    = opening_paise + cash_paise + cash_in_paise - refunds_paise - expenses_paise - cash_out_paise),
  -- So is one of what was confirmed.
  constraint drawer_closes_confirmed check (note is not null or confirmed is null
    or (confirmed ->> 'UPI')::bigint = coalesce((methods ->> 'UPI')::bigint, 0)
      and (confirmed ->> 'Card')::bigint = coalesce((methods ->> 'Card')::bigint, 0)),
  -- Cash that is handed over goes somewhere, and to no drawer from itself.
  constraint drawer_closes_handed check (
    (handed_over_paise > 0) = (handed_to is not null)
    and (handed_to is not distinct from 'drawer') = (handed_to_drawer is not null)
    and handed_to_drawer is distinct from drawer_id),
  -- Where notes were counted, they are the cash.
  constraint drawer_closes_notes check (notes is null or counted_paise = 100 * (
    500 * coalesce((notes ->> '500')::bigint, 0) + 200 * coalesce((notes ->> '200')::bigint, 0)
    + 100 * coalesce((notes ->> '100')::bigint, 0) + 50 * coalesce((notes ->> '50')::bigint, 0)
    + 20 * coalesce((notes ->> '20')::bigint, 0) + 10 * coalesce((notes ->> '10')::bigint, 0)
    + 5 * coalesce((notes ->> '5')::bigint, 0) + 2 * coalesce((notes ->> '2')::bigint, 0)
    + coalesce((notes ->> '1')::bigint, 0))),
  constraint drawer_closes_reopened check (
    (reopened_at is null) = (reopened_reason is null))
);
-- A period is closed once, unless it was reopened.
create unique index drawer_closes_period on drawer_closes (tenant_id, drawer_id, period)
  where reopened_at is null;
alter table drawer_entries add foreign key (tenant_id, close_id) references drawer_closes (tenant_id, id);
create index drawer_closes_latest on drawer_closes (tenant_id, drawer_id, period desc);
create index drawer_closes_of_days on drawer_closes (tenant_id, closed_at desc);
select isolate_tenant('drawer_closes');
grant select, insert, update (reopened_at, reopened_by, reopened_reason) on drawer_closes to samay_app;
grant select, insert, delete on drawer_closes to samay_platform;

-- A row is a change of the discount on a booking's price.
create table discounts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  appointment_id uuid not null,
  -- Below zero where less is waived than before.
  paise int not null check (paise between -1000000000 and 1000000000 and paise <> 0),
  reason text not null,
  given_at timestamptz not null,
  given_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index discounts_of_appointment on discounts (tenant_id, appointment_id, given_at, id);
create index discounts_given on discounts (tenant_id, given_at);
select isolate_tenant('discounts');
grant select, insert on discounts to samay_app;
grant select, insert, delete on discounts to samay_platform;

-- A row is a charge on a booking in addition to the price of its service, such as an injection or a
-- racket, or the removal of one.
create table charges (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  appointment_id uuid not null,
  kind text not null check (kind in ('charge')),
  name text not null check (length(name) between 1 and 80),
  -- Below zero for a removal.
  paise int not null check (paise between -1000000000 and 1000000000 and paise <> 0),
  -- The tax, as the owner's list had it; null for that of the booking's service.
  treatment text check (treatment in ('exempt', 'taxable')),
  sac text,
  -- Hundredths of a percent: 1800 is 18 %.
  rate int check (rate between 1 and 10000),
  -- The charge that a removal removes.
  of_id uuid,
  added_at timestamptz not null,
  added_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  foreign key (tenant_id, of_id) references charges (tenant_id, id),
  constraint charges_removal check ((of_id is not null) = (paise < 0)),
  -- A taxable charge has a rate and a code; an exempt one has no rate.
  constraint charges_rate check (
    (treatment is not distinct from 'taxable') = (rate is not null) and (rate is null or sac is not null))
);
create index charges_of_appointment on charges (tenant_id, appointment_id, added_at, id);
-- A charge is removed once.
create unique index charges_removed on charges (tenant_id, of_id) where of_id is not null;
select isolate_tenant('charges');
grant select, insert on charges to samay_app;
grant select, insert, delete on charges to samay_platform;

-- A row is the name of a colleague who handled money and has left, or whose account was deleted. The
-- screens of money alone read it, for six years.
create table book_names (
  tenant_id uuid not null references tenants (id),
  -- No reference: the account is erased before the name.
  user_id uuid not null,
  name text not null,
  removed_at timestamptz not null,
  primary key (tenant_id, user_id)
);
create index book_names_oldest on book_names (removed_at);
select isolate_tenant('book_names');
select confine_platform('book_names');
grant select on book_names to samay_app;
grant select, insert, update, delete on book_names to samay_platform;

-- A row is how a business is registered for GST, and how its papers are numbered and made. A business
-- without a row is not registered.
create table paper_settings (
  tenant_id uuid primary key references tenants (id),
  registration text not null check (registration in ('none', 'regular', 'composition')),
  legal_name text,
  gstin text,
  -- The prefix of the letter of each series.
  prefix text not null check (prefix ~ '^[A-Z0-9]{0,2}$'),
  -- Whether a paper is made when a visit is completed and nothing is due.
  automatic boolean not null,
  -- The last day for a credit note after the end of a financial year: MM-DD.
  credit_notes_until text not null check (credit_notes_until ~ '^\d{2}-\d{2}$'),
  -- A registered business has a number and its legal name.
  constraint paper_settings_registered check (
    registration = 'none' or (gstin is not null and legal_name is not null))
);
select isolate_tenant('paper_settings');
grant select, insert, update on paper_settings to samay_app;
grant select, insert, delete on paper_settings to samay_platform;

-- A row is the tax of a service from a day on.
create table service_taxes (
  tenant_id uuid not null references tenants (id),
  service_id uuid not null,
  holds_from date not null,
  treatment text not null check (treatment in ('exempt', 'taxable')),
  sac text,
  -- Hundredths of a percent: 1800 is 18 %.
  rate int check (rate between 1 and 10000),
  primary key (tenant_id, service_id, holds_from),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  -- A taxable service has a rate and a code; an exempt one has no rate.
  constraint service_taxes_rate check (
    (treatment = 'taxable') = (rate is not null) and (treatment = 'exempt' or sac is not null))
);
select isolate_tenant('service_taxes');
grant select, insert, update on service_taxes to samay_app;
grant select, insert, delete on service_taxes to samay_platform;

-- A row is a series of papers in a financial year, such as `T/26-27`, with its last number. The
-- transaction that makes a paper raises it: no number is given twice or left out.
create table paper_series (
  tenant_id uuid not null references tenants (id),
  series text not null,
  last_number int not null check (last_number between 1 and 999999),
  primary key (tenant_id, series)
);
select isolate_tenant('paper_series');
grant select, insert, update on paper_series to samay_app;
grant select, insert, update, delete on paper_series to samay_platform;

-- A row is a numbered document, as it was made. No row is changed or deleted, except with an erased
-- business.
create table papers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in (
    'receipt', 'bill_of_supply', 'tax_invoice', 'credit_note', 'debit_note', 'receipt_voucher', 'refund_voucher')),
  number text not null,
  series text not null,
  position int not null,
  dated date not null,
  made_at timestamptz not null,
  -- The user who made it; null if it was made automatically.
  made_by uuid,
  -- The booking, or the patient whose advance it is of.
  appointment_id uuid,
  patient_id uuid,
  -- The row of money of a receipt or a voucher; it is void where that row is voided.
  payment_id uuid,
  -- The paper that it lowers, raises or answers.
  of_id uuid,
  total_paise int not null check (total_paise between 1 and 1000000000),
  taxable_paise int not null check (taxable_paise >= 0),
  cgst_paise int not null,
  sgst_paise int not null,
  -- Null where its lines (`items` of the content) differ.
  rate int,
  sac text,
  -- The printed content in addition to these columns: seller, recipient, description, payments,
  -- sentences.
  content jsonb not null,
  primary key (tenant_id, id),
  -- A number is given once, and is at most 16 characters long (rule 46 of the CGST Rules).
  unique (tenant_id, number),
  unique (tenant_id, series, position),
  foreign key (tenant_id, series) references paper_series (tenant_id, series),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  foreign key (tenant_id, patient_id) references patients (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, of_id) references papers (tenant_id, id),
  constraint papers_number check (
    number = series || '/' || lpad(position::text, 6, '0') and length(number) <= 16),
  constraint papers_total check (
    taxable_paise + cgst_paise + sgst_paise = total_paise and cgst_paise = sgst_paise
    and (rate is not null or sgst_paise = 0 or jsonb_array_length(coalesce(content -> 'items', '[]')) > 0)),
  constraint papers_names check (
    (kind in ('receipt', 'receipt_voucher', 'refund_voucher')) = (payment_id is not null)
    and (kind in ('credit_note', 'debit_note')) <= (of_id is not null)),
  -- A patient's paper is of a row of their advance.
  constraint papers_account check (
    (appointment_id is null) <> (patient_id is null) and (patient_id is not null) <= (payment_id is not null))
);
create index papers_of_appointment on papers (tenant_id, appointment_id, made_at, number)
  where appointment_id is not null;
create index papers_of_patient on papers (tenant_id, patient_id) where patient_id is not null;
create index papers_of_days on papers (tenant_id, dated desc, number desc);
create index papers_of_paper on papers (tenant_id, of_id) where of_id is not null;
-- A row of money has one receipt or voucher.
create unique index papers_of_payment on papers (tenant_id, payment_id) where payment_id is not null;
select isolate_tenant('papers');
grant select, insert on papers to samay_app;
grant select, insert, delete on papers to samay_platform;

-- A row is a credit note that was proposed because a booking costs less than its bills have, and that
-- a user decided not to make. It is proposed again once the difference is another one.
create table credit_dismissals (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  appointment_id uuid not null,
  -- The part of the bills above the cost.
  paise int not null check (paise between 1 and 1000000000),
  dismissed_at timestamptz not null,
  dismissed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
-- A difference is dismissed once.
create unique index credit_dismissals_of_appointment on credit_dismissals (tenant_id, appointment_id, paise);
select isolate_tenant('credit_dismissals');
grant select, insert on credit_dismissals to samay_app;
grant select, insert, delete on credit_dismissals to samay_platform;

-- A row is a span that was closed together with decisions about its bookings.
create table closings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Its closure, which may be removed alone; so there is no key.
  exception_id uuid not null,
  -- Whether the closing added the closure, so that its undo removes it.
  adds_closure boolean not null,
  -- Null for the whole business.
  resource_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (starts_at < ends_at),
  reason text not null check (length(reason) between 1 and 200),
  closed_at timestamptz not null,
  closed_by uuid,
  undone_at timestamptz,
  -- While a request handles its bookings: another one waits, and so does the undo.
  busy_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id)
);
create index closings_by_time on closings (tenant_id, closed_at);
select isolate_tenant('closings');
grant select, insert, update (undone_at, busy_until) on closings to samay_app;
grant select, insert, delete on closings to samay_platform;
alter table appointments add constraint appointments_closing
  foreign key (tenant_id, closing_id) references closings (tenant_id, id);

-- A row is a booking in a closed span, and the decision about it.
create table closing_bookings (
  tenant_id uuid not null references tenants (id),
  closing_id uuid not null,
  appointment_id uuid not null,
  -- Its place in the order of the starts.
  position int not null check (position between 0 and 299),
  -- The place that the booking had.
  from_date date not null,
  from_time time not null,
  from_resource_id uuid,
  -- The state of the booking before a move or cancel, which the undo gives back or compares.
  from_doctor text,
  from_price_paise int,
  from_amount_paise int,
  from_buffer_before_min int,
  from_buffer_after_min int,
  from_arrived_at timestamptz,
  from_delay_min int,
  from_walk_in boolean,
  action text not null check (action in ('move', 'cancel', 'keep')),
  to_date date,
  to_time time,
  to_resource_id uuid,
  -- The fate of its money, and the method of a refund of what was paid by none that was noted.
  money text check (money in ('leave', 'refund', 'advance')),
  method text,
  state text not null check (state in ('waiting', 'done', 'refused', 'undoing', 'undone', 'stands')),
  -- The code of the error for 'refused' and 'stands'.
  refusal text,
  -- The version of the booking that the decision left: its undo needs that one.
  left_at timestamptz,
  primary key (tenant_id, closing_id, appointment_id),
  foreign key (tenant_id, closing_id) references closings (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  foreign key (tenant_id, from_resource_id) references resources (tenant_id, id),
  foreign key (tenant_id, to_resource_id) references resources (tenant_id, id),
  constraint closing_bookings_action check (
    (action = 'move') = (to_date is not null and to_time is not null) and (action = 'cancel') = (money is not null)),
  constraint closing_bookings_refusal check ((state in ('refused', 'stands')) = (refusal is not null))
);
create index closing_bookings_pending on closing_bookings (tenant_id, closing_id, position)
  where state in ('waiting', 'undoing');
select isolate_tenant('closing_bookings');
grant select, insert, update (
  from_resource_id, from_doctor, from_price_paise, from_amount_paise, from_buffer_before_min, from_buffer_after_min,
  from_arrived_at, from_delay_min, from_walk_in, state, refusal, left_at
) on closing_bookings to samay_app;
grant select, insert, delete on closing_bookings to samay_platform;

-- A row is a file of a booking: its prescription. The bytes are kept elsewhere.
create table files (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  display_name text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes int not null check (bytes > 0),
  sha256 text not null,
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index files_of_appointment on files (tenant_id, appointment_id);
select isolate_tenant('files');
grant select, insert, delete on files to samay_app;
grant select, insert, update, delete on files to samay_platform;
alter table appointments add constraint appointments_prescription
  foreign key (tenant_id, prescription_id) references files (tenant_id, id);

-- A row is a note of an owner or a doctor about a booking's visit (decision 0059). It is a separate
-- table because it is changed without the booking, and no other statement reads it.
create table visit_notes (
  tenant_id uuid not null,
  appointment_id uuid not null,
  -- Empty after the note was removed: the version increases further, so that no two texts ever
  -- share one.
  note text not null check (length(note) <= 4000),
  version int not null check (version > 0),
  written_at timestamptz not null,
  primary key (tenant_id, appointment_id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
select isolate_tenant('visit_notes');
grant select, insert, update on visit_notes to samay_app;
-- The platform erases notes and never reads them.
grant select (tenant_id, appointment_id, version), delete on visit_notes to samay_platform;

-- A row is a message about a booking that a user has opened in WhatsApp. Whether it was sent is
-- unknown; neither its text nor its number is kept (decision 0097).
create table whatsapp_messages (
  tenant_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  kind text not null check (kind in (
    'booked', 'moved', 'cancelled', 'closed_day', 'received', 'balance', 'reminder', 'refund', 'late')),
  opened_at timestamptz not null,
  opened_by uuid not null,
  undone_at timestamptz check (undone_at >= opened_at),
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index whatsapp_messages_of_appointment on whatsapp_messages (tenant_id, appointment_id, kind, opened_at desc);
select isolate_tenant('whatsapp_messages');
grant select, insert, update (undone_at) on whatsapp_messages to samay_app;
grant select, insert, delete on whatsapp_messages to samay_platform;

-- A row is the words with which a business surrounds the facts of a kind of message. A kind without
-- a row has the ready words.
create table whatsapp_words (
  tenant_id uuid not null references tenants (id),
  kind text not null check (kind in (
    'booked', 'moved', 'cancelled', 'closed_day', 'received', 'balance', 'reminder', 'refund', 'late')),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  head text not null check (length(head) <= 300),
  tail text not null check (length(tail) <= 300),
  primary key (tenant_id, kind, language)
);
select isolate_tenant('whatsapp_words');
grant select, insert, update, delete on whatsapp_words to samay_app;
grant select, insert, delete on whatsapp_words to samay_platform;

-- A row is the sums of a day's bookings, kept by the verb that writes one: a screen that shows a
-- sum reads a row a day. A tally is never negative.
create table day_tallies (
  tenant_id uuid not null references tenants (id),
  day date not null,
  scheduled int not null,
  completed int not null,
  cancelled int not null,
  no_show int not null,
  -- Amounts that are set, of scheduled or completed bookings, without late rows: with those and the
  -- cancellation fees, the only definition of revenue.
  revenue_bookings int not null,
  revenue_paise bigint not null,
  -- The late rows that were taken or given back on that day, for bookings of locked days.
  late_paise bigint not null default 0,
  -- The cancellation fees that were kept on that day, which count no booking.
  fee_paise bigint not null default 0,
  -- The bookings among them that take no place of the plan.
  uncounted int not null default 0 check (uncounted >= 0),
  -- The uncounted ones that were made in the first days of the business, which count by the limit of those while they last.
  first_days int not null default 0 check (first_days >= 0),
  primary key (tenant_id, day),
  constraint day_tallies_not_negative check (
    scheduled >= 0 and completed >= 0 and cancelled >= 0 and no_show >= 0 and revenue_bookings >= 0
    and revenue_paise >= 0 and fee_paise >= 0)
);
select isolate_tenant('day_tallies');
grant select, insert, update on day_tallies to samay_app;
grant select, insert, update, delete on day_tallies to samay_platform;

-- A row is the revenue of a day by the noted text of a payment's method; '' if none was noted. A
-- booking paid by several methods counts in each.
create table payment_tallies (
  tenant_id uuid not null references tenants (id),
  day date not null,
  payment_method text not null,
  bookings int not null,
  paise bigint not null,
  -- The late rows of that day by this method.
  late_paise bigint not null default 0,
  -- The cancellation fees of that day by this method.
  fee_paise bigint not null default 0,
  primary key (tenant_id, day, payment_method),
  constraint payment_tallies_not_negative check (bookings >= 0 and paise >= 0 and fee_paise >= 0)
);
select isolate_tenant('payment_tallies');
grant select, insert, update on payment_tallies to samay_app;
grant select, insert, update, delete on payment_tallies to samay_platform;
