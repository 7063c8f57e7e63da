import type { Status } from '@samay/contract/bookings/statuses';
import type { LocalDate } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';

/** The changes of a day's tallies. */
export interface DayTally extends Record<Status, number> {
  readonly day: LocalDate;
  readonly revenue_bookings: number;
  readonly revenue_paise: number;
  /** The cancellation fees that were kept on that day. */
  readonly fee_paise: number;
  /** The bookings among them that take no place of the plan. */
  readonly uncounted: number;
  /** The uncounted ones that were made in the first days of the business. */
  readonly first_days: number;
}

/**
 * Adds to the tallies of a day. A day from which something is taken away has a row: a negative row
 * is refused before the conflict is detected.
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
  'fee_paise',
  'uncounted',
  'first_days',
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

/** The changes of the tallies of a day's payments with a method; '' where none was noted. */
export interface PaymentTally {
  readonly day: LocalDate;
  readonly payment_method: string;
  readonly bookings: number;
  readonly paise: number;
  /** The cancellation fees that were kept on that day. */
  readonly fee_paise: number;
}

/** Adds to the tallies of a day's payments, as `countDay` does. */
export function countPayment(tally: PaymentTally): Statement<object> {
  return isTaking(tally) ? takeFromPayments(tally) : addToPayments(tally);
}

const addToPayments = statement<PaymentTally, object>(
  (
    _,
    values,
  ) => sql`insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise, fee_paise)
    values (${values.tenantId}, ${values.day}, ${values.payment_method}, ${values.bookings}, ${values.paise}, ${values.fee_paise})
    on conflict (tenant_id, day, payment_method) do update
      set bookings = tally.bookings + excluded.bookings, paise = tally.paise + excluded.paise,
        fee_paise = tally.fee_paise + excluded.fee_paise`,
);

const takeFromPayments = statement<PaymentTally, object>(
  (_, values) => sql`update payment_tallies
    set bookings = bookings + ${values.bookings}::int, paise = paise + ${values.paise}::bigint,
      fee_paise = fee_paise + ${values.fee_paise}::bigint
    where tenant_id = ${values.tenantId} and day = ${values.day} and payment_method = ${values.payment_method}`,
);

/** The late rows of a day with a method; '' where none was noted. */
export interface LateTally {
  readonly day: LocalDate;
  readonly payment_method: string;
  readonly paise: number;
}

/** Adds late money to the tallies of its day, in which it may be below zero. */
export function countLate(tally: LateTally): Statement<object>[] {
  return [addLateToDay(tally), addLateToPayments(tally)];
}

const addLateToDay = statement<LateTally, object>(
  (_, values) => sql`insert into day_tallies as tally
      (tenant_id, day, ${sql.join(dayColumns.map((name) => sql.ref(name)))}, late_paise)
    values (${values.tenantId}, ${values.day}, ${sql.join(dayColumns.map(() => sql.lit(0)))}, ${values.paise})
    on conflict (tenant_id, day) do update set late_paise = tally.late_paise + excluded.late_paise`,
);

const addLateToPayments = statement<LateTally, object>(
  (
    _,
    values,
  ) => sql`insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise, late_paise)
    values (${values.tenantId}, ${values.day}, ${values.payment_method}, 0, 0, ${values.paise})
    on conflict (tenant_id, day, payment_method) do update set late_paise = tally.late_paise + excluded.late_paise`,
);

function isTaking(tally: DayTally | PaymentTally): boolean {
  return Object.values(tally).some((value) => typeof value === 'number' && value < 0);
}
