import { endpoints } from '@samay/contract';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { take } from '../../../http/rate-limits.ts';
import type { Routes } from '../../../http/routes.ts';
import { deleteAccount } from './delete-account.ts';
import { showDeletion } from './show-deletion.ts';

/** Whoever holds somebody's session must not learn their password by trying. */
const tries = { points: 5, duration: 15 * 60 };

export function accountRoutes(routes: Routes): void {
  const limiter = new RateLimiterMemory(tries);
  routes.session(endpoints.getAccountDeletion, showDeletion);
  routes.session(endpoints.deleteAccount, async (context, input) => {
    await take(limiter, context.caller.userId);
    await deleteAccount(context, input);
  });
}
