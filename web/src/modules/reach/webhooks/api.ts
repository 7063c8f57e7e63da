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

/** Saves the addresses. The reply contains the secret if one was created. @throws ApiError */
export async function saveAddresses(body: WebhookAddresses): Promise<ChangedWebhooks> {
  return call(changeWebhooks, { body });
}

/** Creates a new secret and returns it, this once. @throws ApiError */
export async function renewSecret(): Promise<string> {
  return (await call(renewWebhookSecret)).secret;
}

/** Sends a test message to the saved address and returns its result. @throws ApiError */
export async function sendTest(webhook: WebhookName): Promise<WebhookTest> {
  return call(testWebhook, { body: { webhook } });
}
