import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { atCommit, runTogether } from '../../../db/transaction.ts';
import { assertThat } from '../../../core/app-error.ts';
import {
  chooseUnit,
  type Claimed,
  decideOccupation,
  deleteClaims,
  deleteHolds,
  findHoldEnd,
  insertHold,
  lockSought,
  toSought,
} from '../../availability/index.ts';
import type { OfferedService, Shown } from '../online/shown.ts';
import { offeredDays, readOffered } from '../online/times.ts';

/** How long a time is kept for a visitor who types their name. */
const holdMs = 10 * 60_000;
/** The minutes by which the notice of the business is shorter for a time that a visitor holds: for form, code and payment. */
const formMin = 30;

/** A time that a visitor has chosen. */
export interface Chosen {
  readonly service: OfferedService;
  readonly resourceId: string;
  readonly date: LocalDate;
  readonly time: LocalTime;
}

/**
 * Keeps a chosen time for a visitor for ten minutes, and gives up what they held before.
 * @throws `slot.taken` where it is not offered any more
 */
export async function holdTime(shown: Shown, chosen: Chosen, visitor: string): Promise<void> {
  const until = new Date(shown.context.now.getTime() + holdMs);
  await inTenant(shown.context, async (tx) => {
    const claimed = await claimOffered(tx, shown, chosen, visitor);
    keepHeld(tx, shown, claimed, { heldBy: visitor, until });
  });
}

/** Returns until when a visitor holds a time; undefined where they do not, such as someone who was sent its address. */
export async function readHoldEnd(
  { context }: Shown,
  visitor: string | null,
  { date, time }: Pick<Chosen, 'date' | 'time'>,
): Promise<Date | undefined> {
  if (visitor === null) return undefined;
  const held = findHoldEnd({ heldBy: visitor, date, time, now: context.now });
  return (await readInOneMessage(context, { held })).held[0]?.until;
}

/**
 * Locks the units of a chosen time, and claims it where it is offered, which the visitor's own hold
 * does not prevent; that hold is given up. @throws `slot.taken`
 */
export async function claimOffered(
  tx: Tx,
  shown: Shown,
  { service, resourceId, date, time }: Chosen,
  visitor: string,
): Promise<Claimed> {
  const { context } = shown;
  const wanted = { date, time, resourceId, serviceId: service.id, doctor: null };
  const rows = await runTogether(tx, context, lockSought(toSought([wanted])));
  await assertOffered(tx, shown, { service, resourceId, date, time }, visitor);
  const occupation = decideOccupation(rows, wanted);
  return chooseUnit(occupation, rows.claims[0] ?? [], { now: context.now, heldBy: visitor });
}

/**
 * Checks that a time is offered, as if its visitor held nothing, but that the notice does not take it from
 * them while they type. @throws `slot.taken`
 */
export async function assertOffered(
  tx: Tx,
  shown: Shown,
  { service, resourceId, date, time }: Chosen,
  visitor: string,
): Promise<void> {
  assertThat(shown.isOpen, 'slot.taken');
  const range = { from: date, to: date };
  const { business, context } = shown;
  const { read, held } = await runTogether(tx, context, {
    read: readOffered(shown, service, range, visitor),
    held: findHoldEnd({ heldBy: visitor, date, time, now: context.now }),
  });
  const noticeMin = held.length > 0 ? Math.max(0, business.notice_min - formMin) : business.notice_min;
  const judged = { ...shown, business: { ...business, notice_min: noticeMin } };
  const isOffered = offeredDays(judged, service, read, { ...range, resourceId }).some((day) =>
    day.times.some((offered) => offered.time === time),
  );
  assertThat(isOffered, 'slot.taken');
}

/** Writes the claims of a hold with the commit, in place of those that stood there. */
export function keepHeld(
  tx: Tx,
  { context }: Shown,
  { claims, stale }: Claimed,
  {
    heldBy,
    until,
    visitor = heldBy,
  }: { readonly heldBy: string; readonly until: Date; readonly visitor?: string },
): void {
  atCommit(tx, context, deleteHolds({ heldBy: visitor }));
  if (stale.length > 0) atCommit(tx, context, deleteClaims({ ids: stale }));
  for (const claim of claims) atCommit(tx, context, insertHold({ ...claim, heldBy, until }));
}
