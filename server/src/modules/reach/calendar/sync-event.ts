import { z } from 'zod';
import { CalendarFailure, type CalendarProvider } from '../../../adapters/calendar/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { eventOf } from './calendar-event.ts';
import { type Followed, findFollowed, loseAccess, noteEvent } from './queries.ts';
import { openToken } from './token.ts';

const Payload = z.strictObject({ tenantId: z.uuid(), appointmentId: z.uuid() });

/** A booking that changes more often than this while Google is asked comes again by its own effects. */
const mostRounds = 4;

/**
 * Makes the calendar say of a booking what the booking says now: an event while it stands, none once it is cancelled (reliability.md I14).
 * So effects may come twice, late or in another order. Rejects with `CalendarFailure`, and is called again then.
 */
export async function syncEventNow(dependencies: Dependencies, payload: unknown): Promise<void> {
  const about = Payload.parse(payload);
  for (let round = 0; round < mostRounds; round += 1) {
    const followed = await asPlatform(dependencies, (tx) => findFollowed(tx, about));
    if (!followed || !dependencies.calendar) return;
    if (followed.needsReconnect) throw new CalendarFailure('revoked', 'waits until Google Calendar is connected again');
    await tell(dependencies, dependencies.calendar, followed);
    // It may have changed while Google was asked: then what was told is not the last word.
    if (await asPlatform(dependencies, (tx) => noteEvent(tx, followed, eventOf(followed).id, dependencies.clock()))) return;
  }
}

async function tell(dependencies: Dependencies, provider: CalendarProvider, followed: Followed): Promise<void> {
  const { tenantId, calendarId, isThere, status, sealed } = followed;
  const calendar = { id: calendarId, refreshToken: openToken(dependencies.secrets, tenantId, sealed) };
  const event = eventOf(followed);
  try {
    if (status === 'cancelled') await provider.removeEvent(calendar, event.id);
    else await provider.putEvent(calendar, event, isThere);
  } catch (error) {
    if (error instanceof CalendarFailure && error.kind === 'revoked')
      await asPlatform(dependencies, (tx) => loseAccess(tx, followed, dependencies.clock()));
    throw error;
  }
}
