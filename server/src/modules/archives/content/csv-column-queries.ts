/**
 * How a cell is written. `text` keeps digits as text (decision 0110). `amount` is paise, written as
 * rupees. `person` is the id of a colleague, written as the name; `drawer` is that of a drawer, which
 * may be the desk's.
 */
type CellKind = 'text' | 'plain' | 'amount' | 'person' | 'drawer';

interface Column {
  readonly head: string;
  /** The description in docs/export.md. */
  readonly about: string;
  readonly kind: CellKind;
  /** The value in SQL; `$tenant` stands for the business. */
  readonly value: string;
}

/** A CSV file of an archive. */
export interface CsvFile {
  readonly name: string;
  /** The description of a line in docs/export.md. */
  readonly about: string;
  readonly table: string;
  /** The key by which its lines are paged and ordered, with the types of its columns. */
  readonly key: Readonly<Record<string, string>>;
  readonly joined?: string;
  readonly columns: readonly Column[];
}

const byId = { id: 'uuid' };
const text = (head: string, value: string, about: string): Column => ({ head, about, kind: 'text', value });
const plain = (head: string, value: string, about: string): Column => ({ head, about, kind: 'plain', value });
const amount = (head: string, value: string, about: string): Column => ({
  head: `${head} (INR)`,
  about,
  kind: 'amount',
  value,
});
const person = (head: string, value: string, about: string): Column => ({
  head,
  about,
  kind: 'person',
  value,
});
const date = (head: string, value: string, about: string) =>
  plain(head, `to_char(${value} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`, about);
const time = (head: string, value: string, about: string) =>
  plain(head, `to_char(${value} at time zone 'Asia/Kolkata', 'HH24:MI')`, about);
const instant = (head: string, value: string, about: string) =>
  plain(head, `to_char(${value} at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI')`, about);
const flag = (head: string, value: string, about: string) =>
  plain(head, `case when ${value} then 'Yes' else 'No' end`, about);
/** Writes a word of the database for people: `no_show` as `No show`. */
const words = (value: string) => `upper(left(${value}, 1)) || replace(substr(${value}, 2), '_', ' ')`;
const reference = (value = 'appointments.reference') =>
  text('Booking Reference', value, 'The booking, as in bookings.csv; empty for an advance.');
const bookingOf = (table: string) =>
  `left join appointments on appointments.tenant_id = $tenant and appointments.id = ${table}.appointment_id`;
const resourceOf = (table: string) =>
  `left join resources on resources.tenant_id = $tenant and resources.id = ${table}.resource_id`;
const prescriptionPath = `'prescriptions/' || files.id || case files.media_type when 'application/pdf' then '.pdf'
  when 'image/png' then '.png' else '.jpg' end`;
const rate = (value: string) =>
  plain('Rate (%)', `(${value} / 100.0)::float8`, 'The rate of tax; empty where no tax is charged.');

/** Every CSV file of an archive, but the list of the staff. */
export const csvFiles: readonly CsvFile[] = [
  {
    name: 'people',
    about: 'A line is a person for whom bookings are made: a patient, a customer.',
    table: 'patients',
    key: byId,
    joined: 'left join patients as shown on shown.tenant_id = $tenant and shown.id = patients.merged_into',
    columns: [
      text('Name', 'patients.name', 'As spelt in the newest booking.'),
      text('Contact', 'patients.contact', 'The telephone number as it was typed.'),
      text('Email', `nullif(patients.email, '')`, 'The email address.'),
      text('Born', 'patients.born', 'The day, the month or the year of birth.'),
      plain('Sex', words('patients.sex'), 'Female, Male or Other.'),
      text('Guardian', 'patients.guardian', 'The parent or guardian.'),
      plain(
        'Language',
        'patients.language',
        'The language of messages: en, hi, mr or te; empty for the usual one.',
      ),
      plain('Last Booking', `nullif(patients.latest_date, '0001-01-01')`, 'The day of the latest booking.'),
      plain('Bookings', 'patients.bookings', 'All bookings.'),
      plain('Completed', 'patients.completed', 'Completed ones.'),
      plain('Cancelled', 'patients.cancelled', 'Cancelled ones.'),
      plain('No Shows', 'patients.no_shows', 'Those to which the person did not come.'),
      amount('Revenue', 'patients.revenue_paise', 'What was paid for bookings that count as revenue.'),
      amount('Advance', 'patients.advance_paise', 'Money that belongs to no booking yet.'),
      text('Shown With', 'shown.name', 'The person with whom this one was merged.'),
    ],
  },
  {
    name: 'bookings',
    about: 'A line is a booking in any status: an appointment, a game. By day and time.',
    table: 'appointments',
    key: { appointment_date: 'date', appointment_time: 'time', id: 'uuid' },
    joined: `${resourceOf('appointments')}
      left join files on files.tenant_id = $tenant and files.id = appointments.prescription_id
      left join visit_notes on visit_notes.tenant_id = $tenant and visit_notes.appointment_id = appointments.id`,
    columns: [
      text('Reference', 'appointments.reference', 'The reference of the booking.'),
      plain('Date', 'appointments.appointment_date', 'The day.'),
      plain('Time', `to_char(appointments.appointment_time, 'HH24:MI')`, 'The time in India.'),
      text('Person', 'appointments.person_name', 'The person as the booking names them.'),
      text('Contact', 'appointments.person_contact', 'The telephone number.'),
      text('Email', 'appointments.person_email', 'The email address.'),
      text(
        'Doctor or Court',
        'coalesce(appointments.doctor, resources.name)',
        'Who gives it, or where it is.',
      ),
      text('Service', 'appointments.service_name', 'The service.'),
      plain('Minutes', 'appointments.duration_min', 'How long it lasts.'),
      plain('Status', words('appointments.status'), 'Scheduled, Completed, Cancelled or No show.'),
      text('Cancel Reason', 'appointments.cancel_reason', 'Why it was cancelled.'),
      flag('Walk-in', 'appointments.walk_in', 'Yes for a person who came without a booking.'),
      instant('Arrived', 'appointments.arrived_at', 'When the person arrived.'),
      instant('Began', 'appointments.started_at', 'When it began.'),
      amount('Price', 'appointments.price_paise', 'The price of the service.'),
      amount('Charges', 'appointments.charges_paise', 'Charges in addition to the price, as in charges.csv.'),
      amount(
        'Discount',
        'appointments.discount_paise',
        'The part of the price that is waived, as in discounts.csv.',
      ),
      amount(
        'Paid',
        'appointments.amount_paise',
        'What was paid less what was given back; empty where nothing was.',
      ),
      plain(
        'Fee Kept On',
        'case when appointments.amount_paise > 0 then appointments.kept_on end',
        'The day on which what was paid became a cancellation fee; empty where it is none.',
      ),
      text('Payment Method', 'appointments.payment_method', 'How it was paid.'),
      amount(
        'Due',
        `case when appointments.status in ('scheduled', 'completed') then greatest(0, coalesce(appointments.price_paise, 0)
          + appointments.charges_paise - appointments.discount_paise - appointments.allowed_paise
          - coalesce(appointments.amount_paise, 0)) end`,
        'What is still to pay; empty for a booking that did not take place.',
      ),
      plain('Prescription', prescriptionPath, 'The file of the archive with the prescription.'),
      text('Note', `nullif(visit_notes.note, '')`, 'The note on the visit.'),
      text('Double Booking', 'appointments.overbooked_reason', 'Why it was made at a time that was taken.'),
      plain('Made By Way Of', words('appointments.source'), 'Desk, Online or Imported.'),
      person('Made By', 'appointments.created_by', 'The colleague who made it.'),
      instant('Made At', 'appointments.created_at', 'When it was made.'),
    ],
  },
  {
    name: 'payments',
    about: 'A line is money: taken, given back, moved between a booking and an advance, or voided.',
    table: 'payments',
    key: byId,
    joined: `${bookingOf('payments')}
      left join patients on patients.tenant_id = $tenant and patients.id = payments.patient_id`,
    columns: [
      plain('Date', 'payments.taken_on', 'The day on which it was taken or given back.'),
      time('Time', 'payments.taken_at', 'The time of it.'),
      plain(
        'Kind',
        words('payments.kind'),
        'Payment, Refund, Void, or Transfer between a booking and an advance.',
      ),
      reference(),
      text(
        'Person',
        'coalesce(appointments.person_name, patients.name)',
        'The person of the booking or the advance.',
      ),
      amount('Amount', 'payments.paise', 'Below zero where money leaves.'),
      text('Method', 'payments.method', 'UPI, Card, Net Banking, Wallet, Cash, Online or Advance.'),
      text('Payment Reference', 'payments.reference', 'A UTR, a card slip, the id of the provider.'),
      text('Reason', 'payments.reason', 'Why it was given back or voided.'),
      flag('For a Locked Day', 'payments.is_late', 'Yes where it counts as revenue of its own day.'),
      plain('Came By Way Of', words('payments.source'), 'Desk, Online or Imported.'),
      person('Taken By', 'payments.taken_by', 'The colleague in whose takings it counts.'),
      person('Noted By', 'payments.noted_by', 'The colleague who noted it.'),
    ],
  },
  {
    name: 'charges',
    about: 'A line is a charge on a booking in addition to its price, or the removal of one.',
    table: 'charges',
    key: byId,
    joined: bookingOf('charges'),
    columns: [
      date('Date', 'charges.added_at', 'The day on which it was added.'),
      reference(),
      text('Name', 'charges.name', 'What is charged.'),
      amount('Amount', 'charges.paise', 'Below zero for a removal.'),
      plain('Tax', words('charges.treatment'), 'Exempt or Taxable; empty for the tax of the service.'),
      text('SAC', 'charges.sac', 'The code of the service for GST.'),
      rate('charges.rate'),
      person('Added By', 'charges.added_by', 'The colleague who added it.'),
    ],
  },
  {
    name: 'discounts',
    about: 'A line is a change of the discount on a booking’s price.',
    table: 'discounts',
    key: byId,
    joined: bookingOf('discounts'),
    columns: [
      date('Date', 'discounts.given_at', 'The day on which it was given.'),
      reference(),
      amount('Amount', 'discounts.paise', 'Below zero where less is waived than before.'),
      text('Reason', 'discounts.reason', 'Why it was given.'),
      person('Given By', 'discounts.given_by', 'The colleague who gave it.'),
    ],
  },
  {
    name: 'papers',
    about:
      'A line is a receipt, a bill, an invoice, a note or a voucher. Its whole text is in data/papers.ndjson.',
    table: 'papers',
    key: { dated: 'date', number: 'text' },
    joined: `${bookingOf('papers')}
      left join papers as followed on followed.tenant_id = $tenant and followed.id = papers.of_id
      left join payments as void on void.tenant_id = $tenant and void.of_id = papers.payment_id and void.kind = 'void'`,
    columns: [
      text('Number', 'papers.number', 'Consecutive in its series and financial year.'),
      plain('Paper', words('papers.kind'), 'Receipt, Bill of supply, Tax invoice and so on.'),
      plain('Date', 'papers.dated', 'The day of the paper.'),
      text('Recipient', `papers.content -> 'recipient' ->> 'name'`, 'To whom it was made out.'),
      text('GSTIN', `papers.content -> 'recipient' ->> 'gstin'`, 'Of the recipient.'),
      reference(),
      text('Description', `papers.content ->> 'description'`, 'The service and the day.'),
      text('SAC', 'papers.sac', 'The code of the service for GST; empty where lines differ.'),
      rate('papers.rate'),
      amount('Taxable Value', 'papers.taxable_paise', 'The value without tax.'),
      amount('CGST', 'papers.cgst_paise', 'Central tax.'),
      amount('SGST', 'papers.sgst_paise', 'State tax.'),
      amount('Total', 'papers.total_paise', 'The value with tax.'),
      text('Follows', 'followed.number', 'The paper that it lowers, raises or answers.'),
      text('Reason', `papers.content ->> 'reason'`, 'Why a note was made.'),
      flag('Void', 'void.id is not null', 'Yes where its payment was voided.'),
      person(
        'Made By',
        'papers.made_by',
        'The colleague who made it; empty where it was made automatically.',
      ),
    ],
  },
  {
    name: 'drawer_closes',
    about: 'A line is a close of a drawer: its sums and the cash that was counted.',
    table: 'drawer_closes',
    key: byId,
    columns: [
      { head: 'Drawer', about: 'Whose drawer it is.', kind: 'drawer', value: 'drawer_closes.drawer_id' },
      plain('Period', 'drawer_closes.period', 'The number of the period that was closed.'),
      instant('Opened', 'drawer_closes.opened_at', 'When the period began.'),
      instant('Closed', 'drawer_closes.closed_at', 'When it was closed.'),
      person('Closed By', 'drawer_closes.closed_by', 'The colleague who closed it.'),
      amount('Opening', 'drawer_closes.opening_paise', 'The cash with which it began.'),
      amount('Cash Taken', 'drawer_closes.cash_paise', 'Cash for bookings and advances.'),
      amount('Refunds', 'drawer_closes.refunds_paise', 'Cash that was given back.'),
      amount('Cash In', 'drawer_closes.cash_in_paise', 'Cash that was brought.'),
      amount('Cash Out', 'drawer_closes.cash_out_paise', 'Cash that was taken away.'),
      amount('Expenses', 'drawer_closes.expenses_paise', 'Cash that was spent.'),
      amount('Counted', 'drawer_closes.counted_paise', 'Cash that was counted.'),
      amount(
        'Difference',
        `drawer_closes.counted_paise - (drawer_closes.opening_paise + drawer_closes.cash_paise
          + drawer_closes.cash_in_paise - drawer_closes.refunds_paise - drawer_closes.expenses_paise
          - drawer_closes.cash_out_paise)`,
        'Counted less what should have been there.',
      ),
      amount(
        'Handed Over',
        'drawer_closes.handed_over_paise',
        'Cash that was removed; the rest opens the next period.',
      ),
      plain('Handed To', words('drawer_closes.handed_to'), 'Bank, Owner or Drawer.'),
      text('Note', 'drawer_closes.note', 'What was written about it.'),
      instant('Reopened', 'drawer_closes.reopened_at', 'When the close was taken back.'),
      text('Reopen Reason', 'drawer_closes.reopened_reason', 'Why it was taken back.'),
    ],
  },
  {
    name: 'cash',
    about: 'A line is cash into or out of a drawer that belongs to no booking and no advance.',
    table: 'drawer_entries',
    key: byId,
    columns: [
      date('Date', 'drawer_entries.noted_at', 'The day.'),
      time('Time', 'drawer_entries.noted_at', 'The time.'),
      { head: 'Drawer', about: 'Whose drawer it is.', kind: 'drawer', value: 'drawer_entries.drawer_id' },
      plain('Period', 'drawer_entries.drawer_period', 'The period of the drawer.'),
      plain('Kind', words('drawer_entries.kind'), 'Expense, Cash in, Cash out, Handover or Float.'),
      amount('Amount', 'drawer_entries.paise', 'Below zero where a row is taken back.'),
      text('Reason', 'drawer_entries.reason', 'What it was for.'),
      person('Noted By', 'drawer_entries.noted_by', 'The colleague who noted it.'),
    ],
  },
  {
    name: 'prescriptions',
    about: 'A line is a file of a booking. The files are in the folder prescriptions.',
    table: 'files',
    key: byId,
    joined: bookingOf('files'),
    columns: [
      plain('File', prescriptionPath, 'Its path in the archive.'),
      reference(),
      text('Person', 'appointments.person_name', 'The person of the booking.'),
      plain('Date', 'appointments.appointment_date', 'The day of the booking.'),
      plain('Bytes', 'files.bytes', 'Its length.'),
      person('Added By', 'files.uploaded_by', 'The colleague who added it.'),
      instant('Added At', 'files.created_at', 'When it was added.'),
    ],
  },
  {
    name: 'services',
    about: 'A line is a service with its usual price.',
    table: 'services',
    key: byId,
    columns: [
      text('Name', 'services.name', 'The service.'),
      plain('Minutes', 'services.duration_min', 'How long it lasts.'),
      plain('Minutes Before', 'services.buffer_before_min', 'Kept free before it.'),
      plain('Minutes After', 'services.buffer_after_min', 'Kept free after it.'),
      amount('Price', 'services.price_paise', 'Empty where it has none.'),
      plain('Priced Per', words('services.priced_per'), 'Visit or Hour.'),
      plain('Free Within Days', 'services.free_within_days', 'Days within which another visit is free.'),
      flag('Archived', 'services.archived_at is not null', 'Yes where it is not offered any more.'),
    ],
  },
  {
    name: 'doctors_or_courts',
    about: 'A line is a doctor, a court, or a part of a court.',
    table: 'resources',
    key: byId,
    joined: 'left join resources as whole on whole.tenant_id = $tenant and whole.id = resources.whole_id',
    columns: [
      text('Name', 'resources.name', 'As it is called.'),
      plain('Kind', words('resources.kind'), 'Practitioner or Court.'),
      text('Part Of', 'whole.name', 'The court of which it is a part.'),
      person('Colleague', 'resources.member_id', 'The colleague whose calendar it is.'),
      flag('Archived', 'resources.archived_at is not null', 'Yes where it is not booked any more.'),
    ],
  },
  {
    name: 'prices',
    about:
      'A line is another price of a service for some doctor, court, days or hours. The last one that fits counts.',
    table: 'price_rules',
    key: { service_id: 'uuid', position: 'int' },
    joined: `left join services on services.tenant_id = $tenant and services.id = price_rules.service_id
      ${resourceOf('price_rules')}`,
    columns: [
      text('Service', 'services.name', 'The service.'),
      plain('Place', 'price_rules.position', 'Its place among the prices of the service.'),
      text('Doctor or Court', 'resources.name', 'Empty for all.'),
      text(
        'Days',
        `array_to_string(price_rules.weekdays, ' ')`,
        'By number: 1 is Monday. Empty for every day.',
      ),
      plain('From', `to_char(price_rules.from_time, 'HH24:MI')`, 'Empty for the whole day.'),
      plain('To', `to_char(price_rules.to_time, 'HH24:MI')`, 'Empty for the whole day.'),
      amount('Price', 'price_rules.price_paise', 'The price.'),
    ],
  },
  {
    name: 'hours',
    about: 'A line is a time in which it is open on a weekday.',
    table: 'weekly_hours',
    key: byId,
    joined: resourceOf('weekly_hours'),
    columns: [
      text('Doctor or Court', 'resources.name', 'Empty for the whole business.'),
      plain('Weekday', 'weekly_hours.weekday', '1 is Monday.'),
      plain('Opens', `to_char(weekly_hours.opens, 'HH24:MI')`, 'When it opens.'),
      plain(
        'Closes',
        `to_char(weekly_hours.closes, 'HH24:MI')`,
        'When it closes; before the opening: on the next day.',
      ),
    ],
  },
  {
    name: 'closures',
    about: 'A line is a time that is closed or open beyond the hours.',
    table: 'hour_exceptions',
    key: byId,
    joined: resourceOf('hour_exceptions'),
    columns: [
      plain('Kind', words('hour_exceptions.kind'), 'Closure or Extra hours.'),
      text('Doctor or Court', 'resources.name', 'Empty for the whole business.'),
      instant('From', 'hour_exceptions.starts_at', 'When it begins.'),
      instant('To', 'hour_exceptions.ends_at', 'When it ends.'),
      text('Reason', 'hour_exceptions.reason', 'Why.'),
      person('Made By', 'hour_exceptions.created_by', 'The colleague who entered it.'),
    ],
  },
  {
    name: 'settings',
    about:
      'A line is a setting of the business, with the name of its column in data/business_profiles.ndjson.',
    table: 'business_profiles',
    key: {},
    joined: `cross join lateral jsonb_each_text(to_jsonb(business_profiles) - 'tenant_id') as setting (name, value)`,
    columns: [
      plain('Setting', 'setting.name', 'Its name. Amounts are in paise.'),
      text('Value', 'setting.value', 'Its value.'),
    ],
  },
  {
    name: 'audit',
    about:
      'A line is an act in the audit log, oldest first. It has ids, amounts and dates, and names no person of a booking.',
    table: 'audit_log',
    key: { at: 'timestamptz', id: 'uuid' },
    columns: [
      date('Date', 'audit_log.at', 'The day.'),
      time('Time', 'audit_log.at', 'The time.'),
      person('Who', 'audit_log.actor_id', 'The colleague; empty for the product itself.'),
      plain('Action', 'audit_log.action', 'What was done, such as appointment.cancelled.'),
      text('Object', 'audit_log.object', 'The id of what was changed, as in the files of the folder data.'),
      text('Detail', 'audit_log.detail', 'What changed, from what to what.'),
    ],
  },
];

/** The heads of staff.csv, which is made of two tables. */
export const staffColumns: readonly Pick<Column, 'head' | 'about'>[] = [
  { head: 'Name', about: 'The name.' },
  { head: 'Email', about: 'The address with which the colleague signs in.' },
  { head: 'Role', about: 'The role.' },
  { head: 'State', about: 'Member, or Invited.' },
  { head: 'Since', about: 'The day on which the colleague joined or was invited.' },
];
