import { checkOnboarding, getSession, refreshSession, signIn, signOut } from '@samay/contract/identity/session';
import { endOtherSessions, endSession, listSessions } from '@samay/contract/identity/sessions';
import type { AccessTokens } from '../../../http/access-token.ts';
import { addressKey, perMinute, take } from '../../../http/limits.ts';
import type { Routes } from '../../../http/routes.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { askOnboarding } from './check-onboarding.ts';
import { endOtherSessions as endOthers, endOwnSession } from '../sessions/end-own-sessions.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import { listSessions as list } from '../sessions/list-sessions.ts';
import { refresh } from './refresh.ts';
import { showSession } from './show.ts';
import { signInWithPassword } from './sign-in.ts';
import { signOutHere } from './sign-out.ts';

export function sessionRoutes(routes: Routes, dependencies: Dependencies, tokens: AccessTokens): void {
  const failures = new FailedSignIns(dependencies.settings.limits);
  routes.public(signIn, async (context, { body }) => signInWithPassword(context, body, tokens, failures));
  // Counted apart: a clinic's screens share one address, and what they renew is no try of a stranger.
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
  routes.session(checkOnboarding, async (context, { query }) => askOnboarding(context, query));
  routes.session(listSessions, list);
  routes.session(endSession, async (context, { params }) => endOwnSession(context, params.id));
  routes.session(endOtherSessions, endOthers);
}
