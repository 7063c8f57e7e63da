import { countsAsRevenue, type Status } from '@samay/contract/bookings/statuses';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { PaidBy, PaymentRow } from '../../ledger/index.ts';
import type { PersonTally } from '../../people/index.ts';
import type { DayTally, LateTally, PaymentTally } from './queries.ts';

/** The columns of a booking from which tallies follow. */
export interface Tallied {
  readonly patient_id: string | null;
  readonly appointment_date: LocalDate;
  readonly status: Status;
  readonly amount_paise: number | null;
  /** The part of the amount that is revenue of its date. */
  readonly revenue_paise: number | null;
  /** That part by the noted text of the method. */
  readonly paid_by: PaidBy | null;
  /** The day on which that part was kept as a cancellation fee; null for a scheduled or completed booking. */
  readonly kept_on: LocalDate | null;
  readonly prescription_id: string | null;
  /** Whether it takes a place of the plan; it does where this is omitted. */
  readonly counts_in_plan?: boolean | undefined;
  readonly source?: 'desk' | 'online' | 'imported' | undefined;
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
  /** The late rows, by the day on which they were taken. */
  readonly late: readonly LateTally[];
}

type Money = Pick<PaymentRow, 'patient_id' | 'paise' | 'is_late' | 'taken_at' | 'method'>;

/**
 * Sums what bookings that change together, and rows of money of people's advances, add to the
 * tallies and take from them. Each row comes
 * once, in the order of locking: by person, by day, by day and method. Zero changes are left out.
 */
export function tallyChanges(changes: readonly TalliedChange[], money: readonly Money[] = []): TallyChanges {
  const people = new Sums<PersonTally>();
  const days = new Sums<DayTally>();
  const payments = new Sums<PaymentTally>();
  const late = new Sums<LateTally>();
  const count = (booking: Tallied, sign: 1 | -1) => {
    const { appointment_date: day, status, paid_by: paidBy, kept_on: keptOn, patient_id: person } = booking;
    const revenue = booking.revenue_paise ?? 0;
    const earns = countsAsRevenue({ status, amount: booking.revenue_paise });
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
        revenue_paise: sign * (booking.amount_paise ?? 0),
        advance_paise: 0,
      });
    days.add(day, {
      day,
      scheduled: is('scheduled'),
      completed: is('completed'),
      cancelled: is('cancelled'),
      no_show: is('no_show'),
      revenue_bookings: earns ? sign : 0,
      revenue_paise: earns ? sign * revenue : 0,
      fee_paise: 0,
      uncounted: booking.counts_in_plan === false ? sign : 0,
      first_days: booking.counts_in_plan === false && booking.source !== 'imported' ? sign : 0,
    });
    const methods = Object.entries(paidBy ?? {}).map(([method, paise]) => [method, sign * paise] as const);
    if (earns)
      for (const [payment_method, paise] of methods)
        payments.add(`${day} ${payment_method}`, {
          day,
          payment_method,
          bookings: sign,
          paise,
          fee_paise: 0,
        });
    if (keptOn === null) return;
    days.add(keptOn, { ...noDay(keptOn), fee_paise: sign * revenue });
    for (const [payment_method, paise] of methods)
      payments.add(`${keptOn} ${payment_method}`, {
        day: keptOn,
        payment_method,
        bookings: 0,
        paise: 0,
        fee_paise: paise,
      });
  };
  for (const { before, after } of changes) {
    if (before) count(before, -1);
    count(after, 1);
  }
  for (const { patient_id: person, paise, is_late: isLate, taken_at: at, method } of money) {
    if (person !== null) people.add(person, { ...noTally(person), advance_paise: paise });
    if (!isLate) continue;
    const [day, payment_method] = [indiaDate(at), method ?? ''];
    late.add(`${day} ${payment_method}`, { day, payment_method, paise });
  }
  return {
    people: people.changed(),
    days: days.changed(),
    payments: payments.changed(),
    late: late.changed(),
  };
}

/** Returns a person's tallies without changes. */
export function noTally(id: string): PersonTally {
  return {
    id,
    bookings: 0,
    completed: 0,
    cancelled: 0,
    no_shows: 0,
    prescriptions: 0,
    revenue_paise: 0,
    advance_paise: 0,
  };
}

/** Returns a day's tallies without changes. */
function noDay(day: LocalDate): DayTally {
  return {
    day,
    scheduled: 0,
    completed: 0,
    cancelled: 0,
    no_show: 0,
    revenue_bookings: 0,
    revenue_paise: 0,
    fee_paise: 0,
    uncounted: 0,
    first_days: 0,
  };
}

/** Adds up the numbers of rows by key. */
class Sums<Row extends object> {
  readonly #rows = new Map<string, Row>();

  add(key: string, row: Row): void {
    const sum = this.#rows.get(key);
    this.#rows.set(key, sum ? plus(sum, row) : row);
  }

  /** Returns the rows with a number that is not zero, in the order of their keys. */
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
