import { checkOnboarding, getSession, refreshSession, signIn, signOut } from '@samay/contract/identity/session';
import type { AccessTokens } from '../../../http/access-token.ts';
import { addressKey, perMinute, take } from '../../../http/rate-limits.ts';
import type { Routes } from '../../../http/routes.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { checkOnboarding as check } from './show.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { refresh } from './refresh.ts';
import { showSession } from './show.ts';
import { signInWithPassword } from './sign-in.ts';
import { signOutHere } from './sign-out.ts';

export function sessionRoutes(routes: Routes, dependencies: Dependencies, tokens: AccessTokens): void {
  const limits = new SignInLimits(dependencies.settings.limits);
  routes.public(signIn, async (context, { body }) => signInWithPassword(context, body, tokens, limits));
  // A limit of its own: the devices of a clinic share one address, and a refresh is no sign-in attempt.
  const refreshes = perMinute(dependencies.settings.limits.refreshes);
  routes.public(
    refreshSession,
    async (context) => {
      await take(refreshes, addressKey(context.request.ip));
      return refresh(context, tokens);
    },
    { counted: false },
  );
  routes.public(signOut, async (context) => signOutHere(context, tokens));
  routes.session(getSession, showSession);
  routes.session(checkOnboarding, async (context, { query }) => check(context, query));
}
