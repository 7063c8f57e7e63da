import { endpoints } from '@samay/contract';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { take } from '../../../http/rate-limits.ts';
import type { Routes } from '../../../http/routes.ts';
import { changeProfile } from './change-profile.ts';
import { deleteAccount } from './delete-account.ts';
import { showDeletion } from './delete-account.ts';

/** Attempts at the password before an account is deleted, so that a stolen session cannot be used to guess it. */
const attempts = { points: 5, duration: 15 * 60 };

export function accountRoutes(routes: Routes): void {
  const limiter = new RateLimiterMemory(attempts);
  routes.session(endpoints.changeProfile, changeProfile);
  routes.session(endpoints.getAccountDeletion, showDeletion);
  routes.session(endpoints.deleteAccount, async (context, input) => {
    await take(limiter, context.caller.userId);
    await deleteAccount(context, input);
  });
}
