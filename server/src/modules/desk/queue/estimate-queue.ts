import { type AppointmentRow, type DoctorsDayRow, isOnTheWay, startOf } from '../../bookings/index.ts';
import { stages } from './order-queries.ts';
import { estimateStarts, isDoctorLate, lengthOf, type Queued, type Span } from './estimate.ts';
import type { VisitRow } from './visit-queries.ts';

/** A booking with its place in the queue. */
export type PlacedRow = Pick<
  AppointmentRow,
  | 'id'
  | 'resource_id'
  | 'service_id'
  | 'appointment_date'
  | 'appointment_time'
  | 'duration_min'
  | 'delay_min'
  | 'walk_in'
  | 'arrived_at'
  | 'started_at'
  | 'confirmed_at'
> & { readonly stage: number; readonly is_late: boolean; readonly is_skipped: boolean };

interface Read {
  readonly visits: readonly VisitRow[];
  readonly doctors: readonly DoctorsDayRow[];
}

const minuteMs = 60_000;

/**
 * Estimates when the people of the queues of doctors begin, by booking: null where it is not known yet.
 * People inside, those who are skipped, those of no doctor and all of a business that gives no numbers are left out.
 */
export function estimateQueue(
  rows: readonly PlacedRow[],
  { visits, doctors }: Read,
  now: Date,
): Map<string, Span | null> {
  const estimates = new Map<string, Span | null>();
  for (const doctor of doctors) {
    const queued = listQueued(doctor, rows, visits);
    const beginsAt = doctor.late_until?.getTime();
    const spans = estimateStarts(queued, { now: now.getTime(), hasBegun: doctor.has_begun, beginsAt });
    for (const { id, stage } of queued) if (stage !== 'in') estimates.set(id, spans.get(id) ?? null);
  }
  return estimates;
}

/** A doctor who is late: noticed, or said until when. */
export interface LateDoctor {
  readonly resourceId: string;
  readonly minutes: number | null;
  readonly until: Date | null;
}

/** Lists the doctors who said that they are late, or have not begun ten minutes after the first time. */
export function listLate(
  rows: readonly PlacedRow[],
  doctors: readonly DoctorsDayRow[],
  now: Date,
): LateDoctor[] {
  return doctors
    .filter((doctor) => {
      const day = { now: now.getTime(), hasBegun: doctor.has_begun };
      return doctor.late_until !== null || isDoctorLate(listQueued(doctor, rows, []), day);
    })
    .map(({ resource_id: resourceId, late_min: minutes, late_until: until }) => ({
      resourceId,
      minutes,
      until,
    }));
}

function listQueued(
  { resource_id: id }: DoctorsDayRow,
  rows: readonly PlacedRow[],
  visits: readonly VisitRow[],
): Queued[] {
  const lengths = visits.filter((visit) => visit.resource_id === id);
  const queue = rows.filter((row) => row.resource_id === id && !row.is_skipped);
  return queue.map((row) => toQueued(row, lengths));
}

function toQueued(row: PlacedRow, visits: readonly VisitRow[]): Queued {
  const stage = stages[row.stage] ?? 'expected';
  const booked = startOf(row).getTime();
  const arrived = row.arrived_at?.getTime() ?? null;
  const due = row.walk_in ? (arrived ?? booked) : booked + (arrived === null ? row.delay_min * minuteMs : 0);
  const ofService = visits.filter(({ service_id: id }) => id === row.service_id);
  return {
    id: row.id,
    stage,
    due,
    since: row.is_late && arrived !== null ? arrived : due,
    startedAt: row.started_at?.getTime() ?? null,
    isMissing: row.is_late && arrived === null && !isOnTheWay(row),
    visit: lengthOf(
      ofService.map(({ minutes }) => minutes),
      row.duration_min,
    ),
  };
}
