import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { changeWebhooks } from './change.ts';
import { renewSecret } from './renew-secret.ts';
import { sendTest } from './send-test.ts';
import { showWebhooks } from './show.ts';

export function webhooksRoutes(routes: Routes): void {
  routes.tenant(endpoints.getWebhooks, showWebhooks);
  routes.tenant(endpoints.changeWebhooks, changeWebhooks);
  routes.tenant(endpoints.renewWebhookSecret, renewSecret);
  routes.tenant(endpoints.testWebhook, sendTest);
}
