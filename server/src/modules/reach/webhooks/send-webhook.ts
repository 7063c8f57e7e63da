import { z } from 'zod';
import { asPlatform } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { bodyOf } from './webhook-body.ts';
import { loadBookingForDelivery } from './queries.ts';
import { openSecret } from './secret.ts';

const Payload = z.strictObject({ tenantId: z.uuid(), appointmentId: z.uuid() });

/**
 * Tells a business's receiver of a booking; nothing where it named none, or names none any more. The message's id is the effect's, so
 * that one which comes twice is known again. Rejects with `WebhookFailure`, and is called again then.
 */
export async function sendHookNow(
  dependencies: Dependencies,
  payload: unknown,
  effect: { readonly id: string; readonly kind: string },
): Promise<void> {
  const about = Payload.parse(payload);
  const told = await asPlatform(dependencies, (tx) => loadBookingForDelivery(tx, about));
  const name = effect.kind === 'webhook.cancel' ? 'cancel' : 'calendar_event';
  const url = name === 'cancel' ? told?.cancelUrl : told?.calendarEventUrl;
  if (!told || !url) return;
  await dependencies.webhooks.send({
    url,
    id: effect.id,
    sentAt: dependencies.clock(),
    secret: openSecret(dependencies.secrets, told.tenantId, told.sealed),
    body: JSON.stringify(bodyOf(name, told)),
  });
}
