import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** What a business's own software can be told of: a booking made, for its calendar, and a booking cancelled (specification 7, "Webhooks"). */
export const WebhookName = z.enum(['calendar_event', 'cancel']);
export type WebhookName = z.infer<typeof WebhookName>;

const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://' })
  .max(2048, 'At most 2048 characters, please');

export const WebhookAddresses = z.strictObject({ calendarEventUrl: WebhookUrl.nullable(), cancelUrl: WebhookUrl.nullable() });
export type WebhookAddresses = z.infer<typeof WebhookAddresses>;

export const Webhooks = WebhookAddresses.extend({
  /** Whether a secret was made. It is shown once. */
  hasSecret: z.boolean(),
  may: z.strictObject({ change: z.boolean() }),
});
export type Webhooks = z.infer<typeof Webhooks>;

/** The secret that a receiver checks signatures with: `whsec_` and base64 (https://www.standardwebhooks.com). */
const Secret = z.string().regex(/^whsec_/);

export const getWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'integrations.write',
  summary: 'Where the business is told of its bookings.',
  reply: Webhooks,
});

export const ChangedWebhooks = Webhooks.extend({ secret: Secret.nullable() });
export type ChangedWebhooks = z.infer<typeof ChangedWebhooks>;

export const changeWebhooks = endpoint({
  method: 'PUT',
  path: '/api/webhooks',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary: 'Set or take away the two addresses. The first time, the answer holds the secret, which is shown this once.',
  body: WebhookAddresses,
  reply: ChangedWebhooks,
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/secret',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary: 'Make another secret, which is shown this once. The one before is worth nothing from now on.',
  reply: z.strictObject({ secret: Secret }),
  status: 201,
});

/** How a message went; the reason is in plain words. */
export const WebhookTest = z.strictObject({ isDelivered: z.boolean(), reason: z.string().nullable() });
export type WebhookTest = z.infer<typeof WebhookTest>;

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/tests',
  access: 'integrations.write',
  summary: 'Send one of the two addresses a message of a booking that does not exist, now, and say how that went.',
  body: z.strictObject({ webhook: WebhookName }),
  reply: WebhookTest,
  status: 201,
});
