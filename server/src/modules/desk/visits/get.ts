import { mostEarlierVisits, type Visit } from '@samay/contract/desk/visits';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { present, findShown } from '../../bookings/index.ts';
import { readAbout, presentAbout } from '../../people/index.ts';
import { readShown } from '../../visibility/index.ts';
import { presentNoted } from '../patients/present.ts';
import { presentNote, readNote } from './note-queries.ts';
import { listEarlier, readNext } from './queries.ts';

/**
 * Returns a booking as a doctor needs it. Throws `not_found` alike for an unknown id, another
 * business's booking, and one beyond the plan's limit.
 */
export async function getVisit(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<Visit> {
  const bookingId = params.id;
  const { rows } = await readShown(context, (view) => ({
    found: findShown(view, { bookingId }),
    about: readAbout({ bookingId }),
    note: readNote({ bookingId }),
    earlier: listEarlier(view, { bookingId, limit: mostEarlierVisits + 1 }),
    next: readNext(view, { bookingId }),
  }));
  const [next] = rows.next;
  return {
    appointment: {
      ...present(orNotFound(rows.found[0]), context),
      ...presentAbout(rows.about[0], context),
    },
    note: presentNote(rows.note[0]),
    mayWriteNote: allowed(context, 'notes.write') && !context.caller.tenant?.suspended,
    earlier: rows.earlier.slice(0, mostEarlierVisits).map((row) => presentNoted(row, context)),
    hasMore: rows.earlier.length > mostEarlierVisits,
    next: next
      ? {
          id: next.id,
          date: next.appointment_date,
          time: next.appointment_time.slice(0, 5),
          doctor: next.doctor,
        }
      : null,
  };
}
