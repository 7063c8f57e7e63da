import {
  type ChangedWebhooks,
  changeWebhooks,
  getWebhooks,
  renewWebhookSecret,
  testWebhook,
  type WebhookAddresses,
  type WebhookName,
  type WebhookTest,
} from '@samay/contract/reach/webhooks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(getWebhooks, { signal }),
});

/** The answer holds the secret where one was made. @throws ApiError */
export async function saveAddresses(body: WebhookAddresses): Promise<ChangedWebhooks> {
  return call(changeWebhooks, { body });
}

/** The new one, which is heard this once. @throws ApiError */
export async function renewSecret(): Promise<string> {
  return (await call(renewWebhookSecret)).secret;
}

/** How a message of a booking that does not exist went, to the address that is saved. @throws ApiError */
export async function sendTest(webhook: WebhookName): Promise<WebhookTest> {
  return call(testWebhook, { body: { webhook } });
}
