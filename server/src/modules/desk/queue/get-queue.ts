import type { Queue, QueueChoice, QueueEntry } from '@samay/contract/desk/queue';
import { indiaDate, isoOf } from '@samay/contract/core/time';
import { orNotFound } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { closureDuring, readOpenTime, sittingAt } from '../../availability/index.ts';
import { type DoctorsDayRow, present, readDoctorsDays } from '../../bookings/index.ts';
import { readShown } from '../../visibility/index.ts';
import { estimateQueue, listLate } from './estimate-queue.ts';
import { mostVisits, type Span } from './estimate.ts';
import { readVisits } from './visit-queries.ts';
import { stages } from './order-queries.ts';
import {
  countDone,
  listQueue,
  listQueueResources,
  listRecent,
  listToPay,
  type QueuedRow,
} from './queue-queries.ts';

const mostWaiting = 100;
const mostToPay = 20;
const mostRecent = 3;

interface Input {
  readonly query: { readonly resource?: QueueChoice | undefined };
}

/**
 * Returns today's queue of a doctor, a court or the business, in its order, with those of a night that passes
 * midnight, and the latest finished bookings.
 * @throws `not_found` for an unknown resource
 */
export async function getQueue(context: TenantContext, { query }: Input): Promise<Queue> {
  const { caller, now } = context;
  const choice = query.resource ?? (caller.role === 'DOCTOR' ? 'mine' : 'all');
  const isOne = choice !== 'all' && choice !== 'mine';
  const of = isOne ? ('one' as const) : choice;
  const sitting = sittingAt(now);
  const { day, from, to } = sitting;
  const values = { day, userId: caller.userId, resourceId: isOne ? choice : null };
  const { rows } = await readShown(context, (view) => ({
    waiting: listQueue(view, { ...values, from, to, now, limit: mostWaiting }, { of }),
    done: countDone(view, { ...values, from, to }, { of }),
    toPay: listToPay(view, { ...values, limit: mostToPay }, { of }),
    recent: listRecent(view, { day, limit: mostRecent }),
    resources: listQueueResources({ userId: caller.userId }),
    open: readOpenTime({ from: indiaDate(from), to: indiaDate(to) }),
    visits: readVisits({ day, from, to, limit: mostVisits }),
    doctors: readDoctorsDays({ ...sitting, now }),
  }));
  const findClosure = closureDuring(onlyRow(rows.open));
  context.replyChangesAt?.(sitting.changesAt);
  const nextChange = rows.waiting[0]?.next_change;
  if (nextChange) context.replyChangesAt?.(nextChange);
  const estimates = estimateQueue(rows.waiting, rows, now);
  // Estimates change with the clock.
  if (estimates.size > 0) context.replyChangesAt?.(nextMinute(now));
  for (const { late_until: until } of rows.doctors) if (until) context.replyChangesAt?.(until);
  const resourceId = of === 'mine' ? rows.resources.find((each) => each.is_own)?.id : values.resourceId;
  if (isOne) orNotFound(rows.resources.find(({ id }) => id === choice));
  const done = onlyRow(rows.done);
  const offered = rows.resources.filter((each) => each.is_offered);
  const mayLack = context.businessType === 'doctor' && offered.length > 1;
  return {
    resourceId: resourceId ?? null,
    resources: offered.map(({ id, name, is_own: isOwn }) => ({ id, name, isOwn })),
    waiting: rows.waiting.map((row) => ({
      ...presentEntry(row, context, findClosure),
      lacksDoctor: mayLack && row.resource_id === null,
      ...presentEstimate(estimates.get(row.id)),
    })),
    done: { completed: done.completed, noShow: done.no_show },
    toPay: rows.toPay.map((row) => present(row, context)),
    recent: rows.recent.map((row) => present(row, context)),
    ...(rows.doctors.length > 0 && {
      late: presentLate(
        rows,
        offered.filter(({ id }) => of === 'all' || id === resourceId),
        now,
      ),
    }),
  };
}

interface LateRows {
  readonly waiting: readonly QueuedRow[];
  readonly doctors: readonly DoctorsDayRow[];
}

/** Lists the late ones of the doctors whose queue it is, also those who have nobody yet. */
function presentLate(
  { waiting, doctors }: LateRows,
  shown: readonly { readonly id: string }[],
  now: Date,
): NonNullable<Queue['late']> {
  return listLate(waiting, doctors, now)
    .filter(({ resourceId }) => shown.some(({ id }) => id === resourceId))
    .map(({ resourceId, minutes, until }) => ({ resourceId, minutes, until: until && isoOf(until) }));
}

function nextMinute(now: Date): Date {
  const minuteMs = 60_000;
  return new Date((Math.floor(now.getTime() / minuteMs) + 1) * minuteMs);
}

function presentEstimate(span: Span | null | undefined): Pick<QueueEntry, 'estimate'> {
  if (span === undefined) return {};
  return {
    estimate: span && { from: isoOf(new Date(span.from)), to: isoOf(new Date(span.to)) },
  };
}

function presentEntry(
  row: QueuedRow,
  context: TenantContext,
  findClosure: ReturnType<typeof closureDuring>,
): Omit<QueueEntry, 'lacksDoctor'> {
  const appointment = present(row, context);
  const closed = findClosure(appointment);
  const stage = stages[row.stage] ?? 'expected';
  return {
    ...appointment,
    stage,
    isLate: row.is_late,
    isDelayed: row.is_delayed,
    isOver: row.is_over,
    waitingSince: stage === 'waiting' && !row.is_over ? appointment.arrivedAt : null,
    ...(closed !== undefined && { closed }),
  };
}
