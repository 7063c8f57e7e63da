import * as account from '@samay/contract/online-payments/account';
import type { Routes } from '../../http/routes.ts';
import { changeOnlineAccount, getOnlineAccount } from './account/settings.ts';

/** Binds the endpoints with which a business connects its account at Razorpay. */
export function onlinePaymentRoutes(routes: Routes): void {
  routes.tenant(account.getOnlineAccount, getOnlineAccount);
  routes.tenant(account.changeOnlineAccount, changeOnlineAccount);
}
