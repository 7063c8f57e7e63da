import type { AuditAction } from '@samay/contract/audit/audit-actions';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Statement } from '../../../db/read-in-one-message.ts';
import type { Announce, Tx } from '../../../db/tenant.ts';
import { atCommit } from '../../../db/transaction.ts';
import { type BookingChange, type BookingEvent, writeBookingEvent } from '../../../outbox/index.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { type Claimed, deleteClaims, deleteClaimsOf, insertClaim } from '../../availability/index.ts';
import {
  type AppointmentChanges,
  type AppointmentRow,
  insertBooking,
  type NewBookingColumns,
  updateBooking,
} from './queries.ts';
import { auditDetail } from './audit-detail.ts';
import { insertCharge, type WrittenMoney, insertDiscount, insertPayment } from '../../ledger/index.ts';
import {
  type MergeChange,
  renamePerson,
  setMergedInto,
  countPerson,
  insertPerson,
  type Person,
  type PersonChange,
  type PersonTally,
  removeEmptied,
  removeSurvivor,
  updatePerson,
} from '../../people/index.ts';
import { type AskedRefund, askRefund } from '../../online-payments/index.ts';
import { noTally, tallyChanges } from '../tallies/tallies.ts';
import { countDay, countLate, countPayment } from '../tallies/queries.ts';

/** A transaction that writes bookings, and what announces them after its commit. */
export interface Writing {
  readonly tx: Tx;
  readonly announce: Announce;
}

/** Rows of money, and what goes back through the payment provider. */
export interface BookingMoney extends WrittenMoney {
  readonly refunds?: readonly AskedRefund[];
}

/** A booking that is made or changed. */
export interface WrittenBooking {
  /** The locked row; null for a new booking. */
  readonly before: AppointmentRow | null;
  readonly after: AppointmentRow;
  readonly columns: NewBookingColumns | AppointmentChanges;
  /** The claims that replace its own; by default these stay. */
  readonly claims?: Pick<Claimed, 'claims' | 'stale'> | 'gives up' | undefined;
  /** The rows of money that are written with it. */
  readonly money?: BookingMoney | undefined;
  readonly action: AuditAction;
  /** The detail of its audit row in addition to what changed (`auditDetail`). */
  readonly detail?: object;
  /** The content of its event. */
  readonly announced: BookingChange;
  /** Whether its person gets an email; a series sends one. */
  readonly isMailed?: boolean;
}

export interface ChangedBooking extends WrittenBooking {
  readonly before: AppointmentRow;
  readonly columns: AppointmentChanges;
}

/** The people who change with the bookings that are written. */
export interface PeopleAfter {
  /** A new person. */
  readonly added?: Person;
  /** A person whose only booking names them differently. */
  readonly renamed?: Person;
  /** The merges that end or begin. */
  readonly merges?: readonly MergeChange[];
  readonly changed?: readonly PersonChange[];
  /** People that no booking names any more, each with the person that they were shown with. */
  readonly emptied?: readonly { readonly id: string; readonly mergedInto: string | null }[];
}

/**
 * Writes bookings with everything that follows from them, in one message with the commit: claims,
 * people, bookings, tallies, audit rows and events, in the order of their locks (decision 0047).
 */
export function writeBookings(
  { tx, announce }: Writing,
  context: BusinessContext,
  bookings: readonly WrittenBooking[],
  people: PeopleAfter = {},
): void {
  const send: Send = (sent) => atCommit(tx, context, sent);
  const audit = (action: AuditAction, object: string, other: string) =>
    send(insertAct({ ...auditValues(context, action, { other }), object }));
  writeRows(send, bookings, people);
  for (const { before, after, action, detail, announced, isMailed, money } of bookings) {
    const goingBack = (money?.refunds ?? []).reduce((sum, { paise }) => sum + paise, 0);
    const audited = auditValues(context, action, {
      ...auditDetail(before, after),
      ...detail,
      ...(goingBack > 0 && { goingBack }),
    });
    send(insertAct({ ...audited, object: after.id }));
    announce('appointments', after.id, before ? 'update' : 'insert');
    for (const refund of money?.refunds ?? []) {
      askRefund(tx, context, refund);
      announce('refunds', after.id, 'insert');
    }
    writeBookingEvent(tx, context, {
      appointmentId: after.id,
      change: announced,
      ...(before && announced === 'moved' && { from: formerPlace(before, after) }),
      ...(isMailed === false && { isMailed }),
    });
  }
  for (const { id, from, into } of people.merges ?? []) {
    if (from !== null) audit('people.merge_undone', from, id);
    if (into !== null) audit('people.merged', into, id);
  }
}

type Send = (sent: Statement<unknown>) => void;

/** Writes the rows of bookings, and of claims, money, people and tallies. */
export function writeRows(
  send: Send,
  bookings: readonly Pick<WrittenBooking, 'before' | 'after' | 'columns' | 'claims' | 'money'>[],
  people: PeopleAfter,
): void {
  writeClaims(send, bookings);
  const payments = bookings.flatMap(({ money }) => money?.payments ?? []);
  const tallies = tallyChanges(bookings, payments);
  writePeople(send, people, tallies.people);
  for (const { before, after, columns } of bookings)
    send(before ? updateBooking(after.id, columns) : insertBooking(columns as NewBookingColumns));
  for (const payment of payments) send(insertPayment(payment));
  for (const { money } of bookings) for (const charge of money?.charges ?? []) send(insertCharge(charge));
  for (const { money } of bookings)
    for (const discount of money?.discounts ?? []) send(insertDiscount(discount));
  for (const { id, mergedInto } of people.emptied ?? []) {
    send(removeEmptied({ id }));
    if (mergedInto !== null) send(removeSurvivor({ id: mergedInto }));
  }
  for (const tally of tallies.days) send(countDay(tally));
  for (const tally of tallies.payments) send(countPayment(tally));
  for (const tally of tallies.late) for (const counted of countLate(tally)) send(counted);
}

function writeClaims(
  send: Send,
  bookings: readonly Pick<WrittenBooking, 'before' | 'after' | 'claims'>[],
): void {
  for (const { before, claims } of bookings)
    if (before && claims !== undefined) send(deleteClaimsOf({ appointmentId: before.id }));
  for (const { after, claims } of bookings) {
    if (claims === undefined || claims === 'gives up') continue;
    if (claims.stale.length > 0) send(deleteClaims({ ids: claims.stale }));
    for (const claim of claims.claims) send(insertClaim({ ...claim, appointment_id: after.id }));
  }
}

function writePeople(
  send: Send,
  { added, renamed, merges = [], changed = [] }: PeopleAfter,
  tallies: readonly PersonTally[],
): void {
  const counted = new Map(tallies.map((tally) => [tally.id, tally]));
  if (added) {
    const { id, name, email, contact, ...rest } = added;
    const tally = counted.get(id) ?? noTally(id);
    counted.delete(id);
    const named = { person_name: name, person_email: email || null, person_contact: contact };
    send(insertPerson({ ...tally, ...named, email, contact, ...rest }));
  }
  for (const { id } of changed) counted.set(id, counted.get(id) ?? noTally(id));
  const written = new Map(changed.map(({ id, words }) => [id, words]));
  for (const [id, tally] of [...counted].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const words = written.get(id);
    send(words ? updatePerson(words, tally) : countPerson(tally));
  }
  if (renamed) send(renamePerson(renamed));
  // Those that end come first: nobody is shown with a person who is shown with a third.
  const [ends, begins] = [
    merges.filter(({ into }) => into === null),
    merges.filter(({ into }) => into !== null),
  ];
  for (const { id, into, at } of [...ends, ...begins]) send(setMergedInto({ id, into, at }));
}

/** Returns the place of a booking before a move: its time, and its doctor or court where that is another one after it. */
function formerPlace(before: AppointmentRow, after: AppointmentRow): NonNullable<BookingEvent['from']> {
  const { appointment_date: date, appointment_time: time, resource_id: resourceId } = before;
  return { date, time: time.slice(0, 5), ...(resourceId !== after.resource_id && { resourceId }) };
}
