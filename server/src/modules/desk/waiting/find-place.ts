import type { BookingContext } from '../../../context/business-context.ts';
import { isOfSitting, sittingAt } from '../../availability/index.ts';
import { type AppointmentRow, readDoctorsDays, startOf } from '../../bookings/index.ts';
import { readShown } from '../../visibility/index.ts';
import { listQueue } from '../queue/queue-queries.ts';
import { estimateQueue, listLate } from '../queue/estimate-queue.ts';
import { mostVisits, type Span } from '../queue/estimate.ts';
import { readVisits } from '../queue/visit-queries.ts';

/** Where a person is in their doctor's queue of today. */
export interface PlaceInQueue {
  /** How many are before them, who is inside not counted. */
  readonly before: number;
  /** Between which instants they begin, as it looks now; null where that is not known yet. */
  readonly estimate: Span | null;
  /** Whether their doctor is late, and until when where that was said; undefined where not. */
  readonly late: { readonly until: Date | null } | undefined;
}

const mostQueued = 200;

/**
 * Finds the place of a booking in its doctor's queue of today. Undefined for one of another sitting, for who
 * is inside, and in a business that gives no numbers.
 */
export async function findPlace(
  context: BookingContext,
  booking: AppointmentRow,
): Promise<PlaceInQueue | undefined> {
  const { id, resource_id: resourceId, status } = booking;
  const sitting = sittingAt(context.now);
  const { day, from, to } = sitting;
  const mayBeHere = booking.arrived_at !== null || isOfSitting(startOf(booking), sitting);
  if (status !== 'scheduled' || resourceId === null || !mayBeHere) return undefined;
  const values = { day, from, to, userId: nobody, resourceId, now: context.now, limit: mostQueued };
  const { rows } = await readShown(context, (view) => ({
    queue: listQueue(view, values, { of: 'one' }),
    visits: readVisits({ day, from, to, limit: mostVisits }),
    doctors: readDoctorsDays({ ...sitting, now: context.now }),
  }));
  const estimate = estimateQueue(rows.queue, rows, context.now).get(id);
  if (estimate === undefined) return undefined;
  const ahead = rows.queue.slice(
    0,
    rows.queue.findIndex((row) => row.id === id),
  );
  const late = listLate(rows.queue, rows.doctors, context.now).find((each) => each.resourceId === resourceId);
  return {
    late,
    before: ahead.filter(({ stage, is_skipped: isSkipped }) => stage > 0 && !isSkipped).length,
    estimate,
  };
}

/** No user: the queue is of a named doctor. */
const nobody = '00000000-0000-0000-0000-000000000000';
