import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { changeWebhooks } from './webhooks/change.ts';
import { renewSecret } from './webhooks/renew-secret.ts';
import { sendTest } from './webhooks/send-test.ts';
import { showWebhooks } from './webhooks/show.ts';

export function webhooksRoutes(routes: Routes): void {
  routes.tenant(endpoints.getWebhooks, showWebhooks);
  routes.tenant(endpoints.changeWebhooks, changeWebhooks);
  routes.tenant(endpoints.renewWebhookSecret, renewSecret);
  routes.tenant(endpoints.testWebhook, sendTest);
}
