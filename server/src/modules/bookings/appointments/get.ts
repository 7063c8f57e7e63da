import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { presentAbout, presentFacts, readAbout } from '../../people/index.ts';
import { readShown } from '../../visibility/index.ts';
import { present } from '../rows/present.ts';
import { findShown } from '../rows/queries.ts';
import { presentWhatsAppMessages } from '../whatsapp-messages/present.ts';
import { readWhatsAppMessages } from '../whatsapp-messages/queries.ts';

/**
 * Reads one booking, with its WhatsApp messages and the facts about its person. Throws `not_found` alike for
 * an unknown id, another business's booking, and one beyond the plan's limit.
 */
export async function getAppointment(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<Appointment> {
  const { rows } = await readShown(context, (view) => ({
    found: findShown(view, { bookingId: params.id }),
    about: readAbout({ bookingId: params.id }),
    whatsAppMessages: readWhatsAppMessages({ bookingId: params.id }),
  }));
  const booking = {
    ...present(orNotFound(rows.found[0]), context),
    ...presentAbout(rows.about[0], context),
    ...presentFacts(rows.about[0]),
  };
  if (rows.whatsAppMessages.length === 0) return booking;
  return { ...booking, whatsAppMessages: presentWhatsAppMessages(rows.whatsAppMessages, context) };
}
