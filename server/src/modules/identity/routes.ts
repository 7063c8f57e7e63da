import { endpoints } from '@samay/contract';
import type { Dependencies } from '../../context/dependencies.ts';
import type { AccessTokens } from '../../http/access-token.ts';
import { addressKey, ProcessLimiter } from '../../http/limits/rate-limits.ts';
import { SharedLimiter } from '../../http/limits/shared-limiter.ts';
import type { Routes } from '../../http/routes.ts';
import { changeProfile } from './account/change-profile.ts';
import { deleteAccount, showDeletion } from './account/delete-account.ts';
import { showLink, unlinkGoogle } from './google-sign-in/link.ts';
import { beginSignIn, completeSignIn } from './google-sign-in/sign-in.ts';
import { requestLink } from './passwords/request-link.ts';
import { openLink, setPasswordByLink } from './passwords/set-password.ts';
import type { Admission } from './people/admission.ts';
import { raiseAssurance, removeFactor, renewRecoveryCodes, showFactor } from './second-factor/change.ts';
import { confirmEnrolment, startEnrolment } from './second-factor/enrol.ts';
import { CodeLimits } from './second-factor/prove.ts';
import { refresh } from './session/refresh.ts';
import { checkOnboarding, showSession } from './session/show.ts';
import { SignInLimits } from './session/sign-in-limits.ts';
import { signInWithPassword } from './session/sign-in.ts';
import { signOutHere } from './session/sign-out.ts';
import { endOtherSessions, endOwnSession, listSessions } from './sessions/own-sessions.ts';

/** Limits the attempts: a stolen session must not guess the password. */
const deletionAttempts = { name: 'account_deletion', points: 5, seconds: 15 * 60 };

export function identityRoutes(
  routes: Routes,
  dependencies: Dependencies,
  { tokens, admission }: { tokens: AccessTokens; admission: Admission },
): void {
  sessionRoutes(routes, dependencies, tokens);
  googleSignInRoutes(routes, tokens, admission);
  secondFactorRoutes(routes, dependencies, tokens);
  passwordRoutes(routes, dependencies, admission);
  accountRoutes(routes, dependencies);
}

function sessionRoutes(routes: Routes, dependencies: Dependencies, tokens: AccessTokens): void {
  const limits = new SignInLimits(dependencies);
  routes.public(endpoints.signIn, async (context, { body }) =>
    signInWithPassword(context, body, tokens, limits),
  );
  // The devices of a clinic share one address, and a refresh is no sign-in attempt.
  const refreshes = new ProcessLimiter(
    'refreshes',
    dependencies.settings.limits.refreshes,
    dependencies.metrics,
  );
  routes.public(
    endpoints.refreshSession,
    async (context) => {
      await refreshes.take(addressKey(context.request.ip));
      return refresh(context, tokens);
    },
    { counted: false },
  );
  routes.public(endpoints.signOut, async (context) => signOutHere(context, tokens));
  routes.session(endpoints.getSession, showSession);
  routes.session(endpoints.checkOnboarding, async (context, { query }) => checkOnboarding(context, query));
  routes.session(endpoints.listSessions, listSessions);
  routes.session(endpoints.endSession, async (context, { params }) => endOwnSession(context, params.id));
  routes.session(endpoints.endOtherSessions, endOtherSessions);
}

function googleSignInRoutes(routes: Routes, tokens: AccessTokens, admission: Admission): void {
  routes.public(endpoints.beginGoogleSignIn, async (context, { body }) => beginSignIn(context, body));
  routes.public(endpoints.completeGoogleSignIn, async (context, { body }) =>
    completeSignIn(context, body, { tokens, admission }),
  );
  routes.session(endpoints.getGoogleLink, showLink);
  routes.session(endpoints.unlinkGoogle, unlinkGoogle);
}

function secondFactorRoutes(routes: Routes, dependencies: Dependencies, tokens: AccessTokens): void {
  const limits = new CodeLimits(dependencies);
  routes.session(endpoints.raiseAssurance, async (context, { body }) =>
    raiseAssurance(context, body, tokens, limits),
  );
  routes.session(endpoints.getSecondFactor, showFactor);
  routes.session(endpoints.startEnrolment, startEnrolment);
  routes.session(endpoints.confirmEnrolment, async (context, { body }) =>
    confirmEnrolment(context, body.code, tokens, limits),
  );
  routes.session(endpoints.removeSecondFactor, async (context, { body }) =>
    removeFactor(context, body, limits),
  );
  routes.session(endpoints.renewRecoveryCodes, async (context, { body }) =>
    renewRecoveryCodes(context, body.code, limits),
  );
}

function passwordRoutes(routes: Routes, dependencies: Dependencies, admission: Admission): void {
  const { linksPerAddress: points } = dependencies.settings.limits;
  const limit = new SharedLimiter({ name: 'links_address', points, seconds: 3600 }, dependencies);
  routes.public(endpoints.requestPasswordRecovery, async (context, { body: { email } }) =>
    requestLink(context, { purpose: 'recovery', email }, limit),
  );
  routes.public(endpoints.getStarted, async (context, { body: { email, businessName } }) =>
    requestLink(context, { purpose: 'signup', email, businessName }, limit),
  );
  routes.public(endpoints.openMailedLink, async (context, { body }) => openLink(context, body));
  routes.public(endpoints.setPassword, async (context, { body }) =>
    setPasswordByLink(context, body, admission),
  );
}

function accountRoutes(routes: Routes, dependencies: Dependencies): void {
  const limiter = new SharedLimiter(deletionAttempts, dependencies);
  routes.session(endpoints.changeProfile, changeProfile);
  routes.session(endpoints.getAccountDeletion, showDeletion);
  routes.session(endpoints.deleteAccount, async (context, input) => {
    await limiter.take(context.caller.userId);
    await deleteAccount(context, input);
  });
}
