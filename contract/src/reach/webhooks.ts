import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { webAddress } from '../core/text.ts';

/** The events that are sent to a business's own software: a booking was created, or cancelled. */
export const WebhookName = z.enum(['calendar_event', 'cancel']);
export type WebhookName = z.infer<typeof WebhookName>;

const WebhookUrl = webAddress('http or https', 2048, 'Please enter an address that begins with https://');

export const WebhookAddresses = z.strictObject({
  calendarEventUrl: WebhookUrl.nullable(),
  cancelUrl: WebhookUrl.nullable(),
});
export type WebhookAddresses = z.infer<typeof WebhookAddresses>;

export const Webhooks = WebhookAddresses.extend({
  /** Whether a secret was created. It is shown once. */
  hasSecret: z.boolean(),
  may: z.strictObject({ change: z.boolean() }),
});
export type Webhooks = z.infer<typeof Webhooks>;

/**
 * The secret with which a receiver checks signatures: `whsec_` and base64
 * (https://www.standardwebhooks.com).
 */
const Secret = z.string().regex(/^whsec_/);

export const getWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'integrations.write',
  summary: 'The webhook addresses of the business.',
  reply: Webhooks,
});

export const ChangedWebhooks = Webhooks.extend({ secret: Secret.nullable() });
export type ChangedWebhooks = z.infer<typeof ChangedWebhooks>;

export const changeWebhooks = endpoint({
  method: 'PUT',
  path: '/api/webhooks',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary:
    'Set or remove the two addresses. The first time, the answer contains the secret, ' +
    'which is shown only once.',
  body: WebhookAddresses,
  reply: ChangedWebhooks,
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/secret',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary: 'Replace the secret by a new one, which is shown only once. The old one is invalid from now on.',
  reply: z.strictObject({ secret: Secret }),
  status: 201,
});

/** The result of a delivery; the reason is in plain words. */
export const WebhookTest = z.strictObject({ isDelivered: z.boolean(), reason: z.string().nullable() });
export type WebhookTest = z.infer<typeof WebhookTest>;

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/tests',
  access: 'integrations.write',
  summary:
    'Send a test message about an invented booking to one of the two addresses now. Answers the result.',
  body: z.strictObject({ webhook: WebhookName }),
  reply: WebhookTest,
  status: 201,
});
