import { z } from 'zod';
import { CalendarFailure, type CalendarProvider } from '../../../adapters/calendar/port.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant, type TenantWork } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { effectContext, type OutboxHandler } from '../../../outbox/index.ts';
import { getEvent } from './calendar-event.ts';
import {
  bookingToSync,
  type BookingToSync,
  markAccessLost,
  readBookingToSync,
  recordEvent,
} from './queries.ts';
import { decryptToken } from './token.ts';

const Payload = z.strictObject({ tenantId: z.uuid(), appointmentId: z.uuid() });

/** The most rounds: a booking that changes more often during the calls has further effects. */
const maxRounds = 4;

/**
 * Outbox handler of `calendar.create`, `.move` and `.cancel`: updates the calendar to the booking's
 * present state (I-14), so effects may come twice, late or out of order. Rejects with
 * `CalendarFailure`.
 */
export const syncCalendarEvent: OutboxHandler = async (dependencies, payload, effect) => {
  const { appointmentId } = Payload.parse(payload);
  const work = effectContext(dependencies, effect);
  for (let round = 0; round < maxRounds; round += 1) {
    const booking = bookingToSync(
      (await readInOneMessage(work, { found: readBookingToSync({ appointmentId }) })).found,
    );
    if (!booking || !dependencies.calendar) return;
    if (booking.needsReconnect)
      throw new CalendarFailure('revoked', 'waits until Google Calendar is connected again');
    await writeEvent(dependencies, dependencies.calendar, work, booking);
    // Checks whether it has changed during the call: then another round follows.
    if (
      await inTenant({ ...work, isShown: false }, (tx) =>
        recordEvent(tx, work, booking, { eventId: getEvent(booking).id, now: dependencies.clock() }),
      )
    )
      return;
  }
};

async function writeEvent(
  dependencies: Dependencies,
  provider: CalendarProvider,
  work: TenantWork,
  booking: BookingToSync,
): Promise<void> {
  const { tenantId, calendarId, isInCalendar, status, encrypted } = booking;
  const calendar = { id: calendarId, refreshToken: decryptToken(dependencies.secrets, tenantId, encrypted) };
  const event = getEvent(booking);
  try {
    if (status === 'cancelled') await provider.removeEvent(calendar, event.id);
    else await provider.putEvent(calendar, event, isInCalendar);
  } catch (error) {
    if (error instanceof CalendarFailure && error.kind === 'revoked')
      await inTenant(work, (tx) => run(tx, work, markAccessLost(booking, dependencies.clock())));
    throw error;
  }
}
