import type { Appointment } from '@samay/contract/bookings/appointments';
import type { ErrorCode } from '@samay/contract/core/errors';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { Statements } from '../../../db/read-in-one-message.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import { readAppointment } from '../rows/fetch.ts';
import { isToCome } from '../rows/policy.ts';
import { present } from '../rows/present.ts';
import { type AppointmentRow, lockScheduled } from '../rows/queries.ts';
import { isSameTime } from '../rows/walk-in.ts';
import { type PeopleAfter, writeBookings, type ChangedBooking } from '../rows/write.ts';

/** The caller's request. */
interface Asked {
  readonly scope: 'following' | 'all';
  /** The date and time of the named booking, as the caller saw them. */
  readonly before: { readonly date: LocalDate; readonly time: LocalTime };
}

/** The locked bookings of a series that a change is for, in the order of their starts. */
export interface LockedSeries {
  readonly tx: Tx;
  readonly named: AppointmentRow;
  readonly toCome: readonly AppointmentRow[];
  /** The rows of the locks that came first. */
  readonly rows: Readonly<Record<string, unknown>>;
}

interface SeriesChange {
  /** The error where the named booking is not scheduled, or none is to come. */
  readonly otherwise: ErrorCode;
  /** The locks that come before the bookings'. */
  readonly before?: Statements;
  /** Decides the new values of the bookings; unchanged ones are left out. */
  readonly decide: (
    locked: LockedSeries,
  ) => Promise<{ readonly bookings: readonly ChangedBooking[]; readonly people?: PeopleAfter }>;
}

/**
 * Changes the bookings of a series that are to come, all of them or none, and returns the changed
 * ones in the order of their starts, including those that the plan hides. The series' person gets
 * one mail. Throws `not_found` for a booking without a series, and `booking.changed` if the named
 * one has moved since the caller saw it.
 */
export async function changeSeries(
  context: TenantContext,
  id: string,
  { scope, before: seen }: Asked,
  { otherwise, before = {}, decide }: SeriesChange,
): Promise<{ items: Appointment[] }> {
  const seriesId = orNotFound((await readAppointment(context, id)).series_id);
  return inTenantAnnouncing(context, async (tx, announce) => {
    const rows: Readonly<Record<string, unknown>> = await runTogether(tx, context, {
      ...before,
      series: lockScheduled({ seriesId }),
    });
    const scheduled = rows['series'] as AppointmentRow[];
    const named = scheduled.find((each) => each.id === id);
    assertThat(named, otherwise);
    assertThat(isSameTime(named, seen), 'booking.changed');
    const toCome = scheduled
      .filter((each) => isToCome(each, context) && isInScope(each, named, scope))
      .toSorted((one, other) => getStart(one).localeCompare(getStart(other)));
    assertThat(toCome.length > 0, otherwise);
    const { bookings, people } = await decide({ tx, named, toCome, rows });
    const written = bookings.map((each, number) => ({
      ...each,
      detail: { ...each.detail, series: seriesId },
      isMailed: number === 0,
    }));
    writeBookings({ tx, announce }, context, written, people);
    return { items: written.map(({ after }) => present(after, context)) };
  });
}

/** Returns whether a booking is changed too, in addition to the named one. */
export function isInScope(
  booking: Pick<AppointmentRow, 'appointment_date'>,
  named: Pick<AppointmentRow, 'appointment_date'>,
  scope: Asked['scope'],
): boolean {
  return scope === 'all' || booking.appointment_date >= named.appointment_date;
}

type Start = Pick<AppointmentRow, 'appointment_date' | 'appointment_time'>;

function getStart({ appointment_date: date, appointment_time: time }: Start): string {
  return `${date} ${time}`;
}
