import type { AuditAction } from '@samay/contract/audit/audit-actions';
import type { Appointment, AppointmentVerb } from '@samay/contract/bookings/appointments';
import type { ErrorCode } from '@samay/contract/core/errors';
import type { PersonFacts } from '@samay/contract/people/person-facts';
import { callerOf, userIdOf } from '../../../context/actor.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run, runTogether } from '../../../db/transaction.ts';
import type { BookingChange } from '../../../outbox/index.ts';
import type { Claimed } from '../../availability/index.ts';
import {
  type LockedDrawer,
  lockAllDrawers,
  lockDrawers,
  ownPeriod,
  type OpenPeriod,
  computeMoneyColumns,
  type NewPayment,
  type Noted,
  type PaymentRow,
  readPayments,
  markLate,
  sumAllowed,
} from '../../ledger/index.ts';
import { type OnlineMoneyRow, readOnlineMoney } from '../../online-payments/index.ts';
import { changedWords } from './audit-detail.ts';
import { endedCalls } from './calls.ts';
import { decideFacts, type FactsChange } from './correct-facts.ts';
import { lockedBooking, lockingBooking } from './fetch.ts';
import { changesFigures, isFrozen, type MayChange, mayWith } from './policy.ts';
import { present } from './present.ts';
import type { AppointmentRow } from './queries.ts';
import { keptOn } from '../tallies/kept-on.ts';
import { reprice } from './reprice.ts';
import { isRenamed, renamePeople } from './rename-people.ts';
import { leftToken, withTokens } from './tokens.ts';
import { type BookingMoney, type ChangedBooking, writeBookings, type Writing } from './write.ts';
import type { AppointmentChanges } from './queries.ts';

type BookingAction =
  Extract<AuditAction, `appointment.${string}`> extends `appointment.${infer Verb}` ? Verb : never;

export interface Change {
  /**
   * The verb that the caller must be permitted with the booking in its current state, or another
   * condition.
   */
  readonly may: AppointmentVerb | MayChange;
  readonly otherwise: ErrorCode;
  /** The verb of the audit row: `cancelled`. */
  readonly action: BookingAction;
  /** The content of its event; for some changes it depends on the new values. */
  readonly announced:
    | BookingChange
    | ((values: AppointmentChanges, booking: AppointmentRow) => BookingChange);
  /**
   * Computes the new values of a locked booking, or null where nothing changes: then nothing is
   * written, audited or announced.
   */
  readonly set: (booking: AppointmentRow) => AppointmentChanges | null;
  /**
   * Computes the rows of money that are written with the change, from the existing rows; null if
   * nothing changes.
   */
  readonly money?: ((booking: AppointmentRow, money: LockedRows) => MoneyChange | null) | undefined;
  /** Locks the money of bookings and drawers; by default those in which it counts and the caller's own. */
  readonly locking?: typeof lockingMoney;
  /** Asserts in the transaction that its new rows of money may be written. */
  readonly assertMoney?: (tx: Tx, payments: readonly NewPayment[]) => Promise<void>;
  /** The facts about its person that are written with the change. */
  readonly facts?: Partial<PersonFacts> | undefined;
  /** Changes other bookings and people in the transaction, before the booking is locked. */
  readonly first?: ((writing: Writing) => Promise<void>) | undefined;
  /** Whether the booking gives up its claims; by default they stay. */
  readonly givesUp?: boolean;
}

/** The rows of money of a locked booking, and the locked drawers. */
export interface LockedRows {
  readonly rows: readonly PaymentRow[];
  readonly drawers: readonly OpenPeriod[];
  /** The rows that came through the payment provider, with what was asked back of them. */
  readonly online: readonly OnlineMoneyRow[];
  /** The caller, the time and the caller's drawer, for new rows; of a guest neither caller nor drawer. */
  readonly noted: Noted;
}

/** Rows of money, and the text of a method that is noted without an amount. */
export interface MoneyChange extends BookingMoney {
  readonly noted?: string | null | undefined;
}

/** The closing that moves or cancels a booking, and the version that it saw. */
export interface ForClosing {
  readonly id: string;
  readonly seen: Date;
}

/**
 * The cancellation of a scheduled or no-show booking. It clears the arrival of a no-show. The
 * booking still counts against the plan's month.
 * @param cancelId its id, if it moves money: the undo finds the rows by it
 */
export function cancelling(
  reason: string | null | undefined,
  closing?: ForClosing,
  cancelId: string | null = null,
): Change {
  return {
    may: 'cancel',
    otherwise: 'appointment.not_cancellable',
    action: 'cancelled',
    announced: 'cancelled',
    givesUp: true,
    set: (booking) => {
      if (closing) assertUnchanged(booking, closing.seen);
      return {
        status: 'cancelled',
        closing_id: closing?.id ?? null,
        cancel_id: cancelId,
        ...(reason && { cancel_reason: reason }),
        ...(booking.status === 'no_show' && { arrived_at: null, started_at: null }),
      };
    },
  };
}

/** Asserts that a booking has the version that was seen. @throws `booking.changed` */
export function assertUnchanged({ updated_at: at }: Pick<AppointmentRow, 'updated_at'>, seen: Date): void {
  assertThat(at.getTime() === seen.getTime(), 'booking.changed');
}

/**
 * Changes a booking in its place: locks it, checks the permission, decides, writes with the commit,
 * and returns the booking as it is then, with `endedMerges` where it was named differently.
 */
export async function changeAppointment(
  context: BookingContext,
  id: string,
  change: Change,
): Promise<Appointment> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    await change.first?.({ tx, announce });
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      ...(change.money && (change.locking ?? lockingMoney)(context, [id])),
    });
    const booking = await lockedBooking(tx, context, locked);
    const money = change.money && (await lockedMoney(tx, context, locked));
    const decided = decideChange(booking, context, change, money);
    if (decided?.money) await change.assertMoney?.(tx, decided.money.payments);
    const people = decided && isRenamed(decided) ? await renamePeople(tx, context, decided) : undefined;
    const facts = change.facts && (await decideFacts(tx, context, booking.patient_id, people, change.facts));
    const changed = withFacts(decided ?? unchanged(booking, context, change), facts);
    if (!decided && !facts?.changed.length) return present(booking, context);
    const after = people ? { ...changed.after, patient_id: people.patientId } : changed.after;
    const columns = people ? { ...changed.columns, patient_id: people.patientId } : changed.columns;
    const written = await withTokens(tx, context, [{ ...changed, after, columns }]);
    writeBookings({ tx, announce }, context, written, people);
    facts?.send();
    const hasEnded = people?.merges?.some(({ from }) => from !== null) === true;
    return { ...present(onlyRow(written).after, context), ...(hasEnded && { endedMerges: true }) };
  });
}

/** Names the changed facts about its person in the audit row of a changed booking. */
function withFacts(changed: ChangedBooking, facts: FactsChange | undefined): ChangedBooking {
  if (!facts?.changed.length) return changed;
  const names = [...changedWords(changed.before, changed.after), ...facts.changed];
  return { ...changed, detail: { ...changed.detail, changed: names } };
}

/** Returns a change of a booking in which none of its own values changes. */
function unchanged(booking: AppointmentRow, context: BookingContext, change: Change): ChangedBooking {
  return makeChange(booking, context, change, {}, undefined);
}

/**
 * Decides the change of a locked booking, including its occupation if that changes. Returns null
 * where the booking stays unchanged. @throws the error of the change where the caller may not
 */
export function decideChange(
  booking: AppointmentRow,
  context: BookingContext,
  change: Change,
  locked?: LockedRows,
): ChangedBooking | null {
  const { may } = change;
  const isPermitted =
    typeof may === 'string' ? mayWith(booking, context).includes(may) : may(booking, context);
  assertThat(!booking.is_locked || !changesFigures(may), 'money.locked');
  assertThat(isPermitted, change.otherwise);
  const rows = locked?.rows ?? [];
  const decided = (locked && change.money?.(booking, locked)) ?? undefined;
  const money = decided && { ...decided, payments: markLate(rows, decided.payments, isFrozen(booking)) };
  const values = { ...change.set(booking), ...(money && moneyColumns(booking, rows, money)) };
  return Object.keys(values).length === 0 ? null : makeChange(booking, context, change, values, money);
}

function makeChange(
  booking: AppointmentRow,
  context: BookingContext,
  change: Change,
  values: AppointmentChanges,
  money: MoneyChange | undefined,
): ChangedBooking {
  const { announced } = change;
  const columns = {
    ...values,
    ...keptColumns(booking, values, context.now),
    ...(values.status && statusAuthor(context)),
    ...changedBy(context, booking, values),
    ...endedCalls(booking, values),
    updated_at: context.now,
  };
  return {
    before: booking,
    after: { ...booking, ...(columns as Partial<AppointmentRow>) },
    columns,
    claims: change.givesUp ? 'gives up' : undefined,
    money,
    action: `appointment.${change.action}` as const,
    announced: typeof announced === 'function' ? announced(values, booking) : announced,
  };
}

/** An id that no user has. */
const noUser = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the money of locked bookings, and locks the drawers in which it counts and the caller's
 * drawer; a guest and the system have none.
 */
export function lockingMoney({ actor }: BookingContext, ids: readonly string[]) {
  return {
    payments: readPayments({ ids }),
    drawers: lockDrawers({ ids, userId: userIdOf(actor) ?? noUser }),
  };
}

/** Reads the money of locked bookings, and locks all drawers: any of them may be the one it leaves. */
export function lockingAllMoney(context: BookingContext, ids: readonly string[]) {
  return { payments: readPayments({ ids }), drawers: lockAllDrawers({ userId: callerOf(context).userId }) };
}

/** Returns the money from the rows of `lockingMoney`. */
export async function lockedMoney(
  tx: Tx,
  context: BookingContext,
  locked: { readonly payments?: readonly PaymentRow[]; readonly drawers?: readonly LockedDrawer[] },
): Promise<LockedRows> {
  const { now: at } = context;
  const by = userIdOf(context.actor);
  const { payments: rows = [], drawers = [] } = locked;
  const drawer = by === null ? undefined : await ownPeriod(tx, context, by, drawers);
  const ids = rows.flatMap((row) => (row.source === 'online' ? (row.appointment_id ?? []) : []));
  const online = ids.length === 0 ? [] : await run(tx, context, readOnlineMoney({ ids }));
  return { rows, drawers, online, noted: { by, at, drawer } };
}

/**
 * Returns the columns of a booking that change with its money. Unchanged columns are left out, so
 * that their indexes are not written.
 */
export function moneyColumns(
  booking: AppointmentRow,
  rows: readonly PaymentRow[],
  { payments, charges = [], discounts = [], freeUntil = null, isLimited = false, noted }: MoneyChange,
): AppointmentChanges {
  const discount = discounts.reduce((sum, { paise }) => sum + paise, booking.discount_paise);
  // Clears the method when no money is left; keeps a method that was noted without an amount.
  const kept = booking.amount_paise === null ? booking.payment_method : null;
  const own = payments.filter((row) => row.appointment_id === booking.id);
  const all = [...rows, ...own];
  const money = computeMoneyColumns(all, noted === undefined ? kept : noted);
  const isWhole = discount > 0 && discount === booking.price_paise;
  const waived = isWhole && !isLimited ? null : discount;
  const columns = {
    ...money,
    charges_paise: charges.reduce((sum, { paise }) => sum + paise, booking.charges_paise),
    allowed_paise: sumAllowed(all),
    ...(discounts.length > 0 && {
      discount_paise: discount,
      waived_paise: waived,
      free_until: freeUntil,
    }),
  };
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(booking[name as keyof AppointmentRow]),
    ),
  );
}

/** Returns the day of its cancellation fee where a change of a booking gives it another one, or none. */
export function keptColumns(
  booking: AppointmentRow,
  values: AppointmentChanges,
  now: Date,
): Pick<AppointmentChanges, 'kept_on'> {
  const after = { ...booking, ...(values as Partial<AppointmentRow>) };
  const day = keptOn(after, now);
  return day === booking.kept_on ? {} : { kept_on: day };
}

/** The new occupation of a changed booking, and the columns that go with it. */
export interface Occupying {
  readonly claimed: Claimed;
  readonly columns: AppointmentChanges;
  readonly resourceName: string | null;
}

/** Adds another time, doctor or court to a change, and the discount that its price leaves. */
export function occupyingWith(
  context: BookingContext,
  changed: ChangedBooking,
  { claimed, columns: occupied, resourceName }: Occupying,
): ChangedBooking {
  const { overbookedReason } = claimed;
  const { columns: repriced, discounts } = reprice(context, changed, occupied);
  const place = { ...changed.after, ...(occupied as Partial<AppointmentRow>) };
  const columns = {
    ...occupied,
    ...repriced,
    ...leftToken(changed.before, place),
    ...endedCalls(changed.before, { ...changed.columns, ...occupied }),
  };
  return {
    ...changed,
    after: {
      ...changed.after,
      ...(columns as Partial<AppointmentRow>),
      resource_name: resourceName,
    },
    columns: { ...changed.columns, ...columns },
    claims: claimed,
    ...(discounts.length > 0 && { money: { payments: changed.money?.payments ?? [], discounts } }),
    ...(overbookedReason !== null && { detail: { ...changed.detail, overbooked: true } }),
  };
}

/** Returns the mark of a change of status or time by its person; a change by the business removes it. */
function changedBy(
  { actor }: BookingContext,
  booking: AppointmentRow,
  { status, appointment_date: date }: AppointmentChanges,
): AppointmentChanges {
  if (status === undefined && date === undefined) return {};
  const mark = status === 'cancelled' ? 'cancelled' : 'moved';
  const own = actor.kind === 'guest' ? mark : null;
  return own === booking.own_change ? {} : { own_change: own };
}

/**
 * Returns who set the status and when; the database's trigger checks both when a completion is
 * undone, and the time when a cancel is.
 */
function statusAuthor({ actor, now }: BookingContext): AppointmentChanges {
  return { status_set_at: now, status_set_by: userIdOf(actor) };
}
