import type { Status } from '@samay/contract/bookings/statuses';
import type { LocalDate } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';

// Decides and writes the sums that are kept by person, by day, and by day and payment method.

/** The columns of a booking from which tallies follow. */
export interface Tallied {
  readonly patient_id: string | null;
  readonly appointment_date: LocalDate;
  readonly status: Status;
  readonly amount_paise: number | null;
  readonly payment_method: string | null;
  readonly prescription_id: string | null;
}

/** A booking before and after a change; null before it is made. */
export interface TalliedChange {
  readonly before: Tallied | null;
  readonly after: Tallied;
}

interface TallyChanges {
  readonly people: readonly PersonTally[];
  readonly days: readonly DayTally[];
  readonly payments: readonly PaymentTally[];
}

/**
 * Sums what bookings that change together add to the tallies and take from them, each row once, in the
 * order in which they are locked: by person, by day, by day and method. What stays equal is left
 * out.
 */
export function tallyChanges(changes: readonly TalliedChange[]): TallyChanges {
  const people = new Sums<PersonTally>();
  const days = new Sums<DayTally>();
  const payments = new Sums<PaymentTally>();
  const count = (booking: Tallied, sign: 1 | -1) => {
    const { appointment_date: day, status, payment_method: method, patient_id: person } = booking;
    const earned = revenueOf(booking);
    const revenue = earned ?? 0;
    const is = (state: Status) => (status === state ? sign : 0);
    const prescriptions = booking.prescription_id === null ? 0 : sign;
    if (person !== null)
      people.add(person, {
        id: person,
        bookings: sign,
        completed: is('completed'),
        cancelled: is('cancelled'),
        no_shows: is('no_show'),
        prescriptions,
        revenue_paise: sign * revenue,
      });
    days.add(day, {
      day,
      scheduled: is('scheduled'),
      completed: is('completed'),
      cancelled: is('cancelled'),
      no_show: is('no_show'),
      revenue_bookings: earned === null ? 0 : sign,
      revenue_paise: sign * revenue,
    });
    if (earned !== null)
      payments.add(`${day} ${method ?? ''}`, {
        day,
        payment_method: method ?? '',
        bookings: sign,
        paise: sign * earned,
      });
  };
  for (const { before, after } of changes) {
    if (before) count(before, -1);
    count(after, 1);
  }
  return { people: people.changed(), days: days.changed(), payments: payments.changed() };
}

/** The tallies of a person that do not change. */
export function noTally(id: string): PersonTally {
  return {
    id,
    bookings: 0,
    completed: 0,
    cancelled: 0,
    no_shows: 0,
    prescriptions: 0,
    revenue_paise: 0,
  };
}

/** The amount of a booking that counts as revenue, in paise; null for one that does not. */
function revenueOf({ status, amount_paise: amount }: Tallied): number | null {
  return status === 'scheduled' || status === 'completed' ? amount : null;
}

/** Rows by key, whose numbers are added up. */
class Sums<Row extends object> {
  readonly #rows = new Map<string, Row>();

  add(key: string, row: Row): void {
    const sum = this.#rows.get(key);
    this.#rows.set(key, sum ? plus(sum, row) : row);
  }

  /** The rows of which some number is not zero, in the order of their keys. */
  changed(): Row[] {
    return [...this.#rows]
      .filter(([, row]) => Object.values(row).some((value) => typeof value === 'number' && value !== 0))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, row]) => row);
  }
}

function plus<Row extends object>(sum: Row, row: Row): Row {
  const added = Object.entries(row).map(([name, value]) => {
    const before: unknown = sum[name as keyof Row];
    return [name, typeof value === 'number' && typeof before === 'number' ? before + value : value];
  });
  return Object.fromEntries(added) as Row;
}

/** How much a person's tallies change by. */
export interface PersonTally {
  readonly id: string;
  readonly bookings: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly no_shows: number;
  readonly prescriptions: number;
  readonly revenue_paise: number;
}

/** How much a day's tallies change by. */
export interface DayTally extends Record<Status, number> {
  readonly day: LocalDate;
  readonly revenue_bookings: number;
  readonly revenue_paise: number;
}

/**
 * Adds to the tallies of a day. Where something is taken away the day has a row: a row that is
 * refused for being negative would be refused before the conflict is looked for.
 */
export function countDay(tally: DayTally): Statement<object> {
  return isTaking(tally) ? takeFromDay(tally) : addToDay(tally);
}

const dayColumns = [
  'scheduled',
  'completed',
  'cancelled',
  'no_show',
  'revenue_bookings',
  'revenue_paise',
] as const;

const addToDay = statement<DayTally, object>((_, values) => {
  const sums = dayColumns.map(
    (name) => sql`${sql.ref(name)} = tally.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  );
  return sql`insert into day_tallies as tally (tenant_id, day, ${sql.join(dayColumns.map((name) => sql.ref(name)))})
    values (${values.tenantId}, ${values.day}, ${sql.join(dayColumns.map((name) => values[name]))})
    on conflict (tenant_id, day) do update set ${sql.join(sums)}`;
});

const takeFromDay = statement<DayTally, object>((_, values) => {
  const sums = dayColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${values[name]}::bigint`);
  return sql`update day_tallies set ${sql.join(sums)} where tenant_id = ${values.tenantId} and day = ${values.day}`;
});

/** How much the tallies of a day's payments with a method change by; '' where none was noted. */
export interface PaymentTally {
  readonly day: LocalDate;
  readonly payment_method: string;
  readonly bookings: number;
  readonly paise: number;
}

/** Adds to the tallies of a day's payments, as `countDay` does. */
export function countPayment(tally: PaymentTally): Statement<object> {
  return isTaking(tally) ? takeFromPayments(tally) : addToPayments(tally);
}

const addToPayments = statement<PaymentTally, object>(
  (_, values) => sql`insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise)
    values (${values.tenantId}, ${values.day}, ${values.payment_method}, ${values.bookings}, ${values.paise})
    on conflict (tenant_id, day, payment_method) do update
      set bookings = tally.bookings + excluded.bookings, paise = tally.paise + excluded.paise`,
);

const takeFromPayments = statement<PaymentTally, object>(
  (_, values) => sql`update payment_tallies
    set bookings = bookings + ${values.bookings}::int, paise = paise + ${values.paise}::bigint
    where tenant_id = ${values.tenantId} and day = ${values.day} and payment_method = ${values.payment_method}`,
);

function isTaking(tally: DayTally | PaymentTally): boolean {
  return Object.values(tally).some((value) => typeof value === 'number' && value < 0);
}
