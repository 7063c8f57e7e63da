import { checkOnboarding, getSession, refreshSession, signIn, signOut } from '@samay/contract/session';
import type { AccessTokens } from '../../http/access-token.ts';
import type { Routes } from '../../http/routes.ts';
import type { Parts } from '../../parts.ts';
import { askOnboarding } from './ask-onboarding.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import { refresh } from './refresh.ts';
import { showSession } from './show.ts';
import { signInWithPassword } from './sign-in.ts';
import { signOutHere } from './sign-out.ts';

export function sessionRoutes(routes: Routes, parts: Parts, tokens: AccessTokens): void {
  const failures = new FailedSignIns(parts.settings.limits);
  routes.public(signIn, async (context, { body }) => signInWithPassword(context, body, tokens, failures));
  routes.public(refreshSession, async (context) => refresh(context, tokens));
  routes.public(signOut, async (context) => signOutHere(context, tokens));
  routes.session(getSession, showSession);
  routes.session(checkOnboarding, async (context, { query }) => askOnboarding(context, query));
}
