import { z } from 'zod';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { effectContext, type OutboxHandler } from '../../../outbox/index.ts';
import { makeWebhookBody } from './webhook-body.ts';
import { readBookingForDelivery } from './queries.ts';
import { decryptSecret } from './secret.ts';

const Payload = z.strictObject({ tenantId: z.uuid(), appointmentId: z.uuid() });

/**
 * Outbox handler of `webhook.*`: sends a booking event to the business's receiver, if it has an
 * address. The message's id is the effect's, by which a receiver recognises a repetition. Rejects
 * with `WebhookFailure`.
 */
export const sendWebhook: OutboxHandler = async (dependencies, payload, effect) => {
  const { appointmentId } = Payload.parse(payload);
  const read = await readInOneMessage(effectContext(dependencies, effect), {
    found: readBookingForDelivery({ appointmentId }),
  });
  const [booking] = read.found;
  const name = effect.kind === 'webhook.cancel' ? 'cancel' : 'calendar_event';
  const url = name === 'cancel' ? booking?.cancelUrl : booking?.calendarEventUrl;
  if (!booking || !url) return;
  await dependencies.webhooks.send({
    url,
    id: effect.id,
    sentAt: dependencies.clock(),
    secret: decryptSecret(dependencies.secrets, booking.tenantId, booking.encrypted),
    body: JSON.stringify(makeWebhookBody(name, booking)),
  });
};
