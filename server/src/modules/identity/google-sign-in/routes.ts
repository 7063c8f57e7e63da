import { beginGoogleSignIn, completeGoogleSignIn, getGoogleLink, unlinkGoogle as unlink } from '@samay/contract/identity/google-sign-in';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { Routes } from '../../../http/routes.ts';
import type { Admission } from '../people/admission.ts';
import { beginSignIn } from './begin.ts';
import { completeSignIn } from './complete.ts';
import { showLink } from './link.ts';
import { unlinkGoogle } from './link.ts';

export function googleSignInRoutes(routes: Routes, tokens: AccessTokens, admission: Admission): void {
  routes.public(beginGoogleSignIn, async (context, { body }) => beginSignIn(context, body));
  routes.public(completeGoogleSignIn, async (context, { body }) => completeSignIn(context, body, { tokens, admission }));
  routes.session(getGoogleLink, showLink);
  routes.session(unlink, unlinkGoogle);
}
