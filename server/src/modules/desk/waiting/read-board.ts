import type { LocalTime } from '@samay/contract/core/time';
import type { BookingContext } from '../../../context/business-context.ts';
import { sittingAt } from '../../availability/index.ts';
import { callsOf, readDoctorsDays } from '../../bookings/index.ts';
import { readShown } from '../../visibility/index.ts';
import { listLate } from '../queue/estimate-queue.ts';
import { stages } from '../queue/order-queries.ts';
import { listQueue, listQueueResources, type QueuedRow } from '../queue/queue-queries.ts';

/** A person of a queue, as far as a board may show them. */
export interface BoardEntry {
  readonly id: string;
  readonly token: string | null;
  readonly personName: string;
  readonly time: LocalTime;
  readonly minutes: number;
  /** How often they were called; 0 for who was not. */
  readonly calls: number;
}

/** The queue of a doctor or a court. */
export interface BoardQueue {
  readonly name: string;
  readonly inside: readonly BoardEntry[];
  /** Those who are called and have not come in yet, the latest call first. */
  readonly called: readonly BoardEntry[];
  /** At a clinic those who are here, in the queue's order; on a turf the next bookings. */
  readonly next: readonly BoardEntry[];
  /** Whether the doctor is late, and until when where that was said. */
  readonly late: { readonly until: Date | null } | undefined;
}

const mostQueued = 200;
/** No user: a board has all queues. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Reads the queues of all doctors or courts of today, in one message. */
export async function readBoardQueues(context: BookingContext): Promise<BoardQueue[]> {
  const sitting = sittingAt(context.now);
  const { day, from, to } = sitting;
  const values = { day, from, to, userId: nobody, resourceId: null, now: context.now, limit: mostQueued };
  const { rows } = await readShown(context, (view) => ({
    queue: listQueue(view, values, { of: 'all' }),
    resources: listQueueResources({ userId: nobody }),
    doctors: readDoctorsDays({ ...sitting, now: context.now }),
  }));
  const late = listLate(rows.queue, rows.doctors, context.now);
  return rows.resources.flatMap(({ id, name, is_offered: isOffered }) => {
    const queue = rows.queue.filter((row) => row.resource_id === id && !row.is_over);
    if (queue.length === 0 && !isOffered) return [];
    const inside = queue.filter((row) => stages[row.stage] === 'in');
    const outside = queue.filter((row) => isNext(row, context));
    const called = outside.filter((row) => callsOf(row) > 0).toSorted(byLatestCall);
    const next = outside.filter((row) => !called.includes(row)).map(toEntry);
    return [
      {
        name,
        inside: inside.map(toEntry),
        called: called.map(toEntry),
        next,
        late: late.find((doctor) => doctor.resourceId === id),
      },
    ];
  });
}

function byLatestCall({ called_at: one }: QueuedRow, { called_at: other }: QueuedRow): number {
  return (other?.getTime() ?? 0) - (one?.getTime() ?? 0);
}

function isNext({ stage, is_skipped: isSkipped }: QueuedRow, { businessType }: BookingContext): boolean {
  if (isSkipped) return false;
  const named = stages[stage];
  return named === 'waiting' || (businessType === 'turf' && named === 'expected');
}

function toEntry(row: QueuedRow): BoardEntry {
  return {
    id: row.id,
    token: row.token,
    personName: row.person_name,
    time: row.appointment_time.slice(0, 5),
    minutes: row.duration_min,
    calls: callsOf(row),
  };
}
