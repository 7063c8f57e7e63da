import { completeGoogleSignIn } from '@samay/contract/identity/google-sign-in';
import {
  type CallbackFailure,
  callbackFailures,
  isCallbackFailure,
} from '@samay/contract/core/oauth-callback';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { type Auth, useAuth } from '../../../lib/session/session.tsx';
import { takeReturnUrl } from '../../../lib/session/return-url.ts';
import { type CallbackQuery, readCallbackQuery } from './callback-query.ts';
import { calendarOutcome } from './calendar-outcome.ts';
import { delays, continueLabels, type Outcome, signedIn } from './wording.ts';

/**
 * Removes the callback's query from the address and completes the sign-in or the calendar
 * connection, once. `settings` is the page that shows a calendar's result. `outcome` is undefined
 * until the result is known.
 */
export function useCallbackOutcome(settings: string): {
  kind: CallbackQuery['kind'];
  outcome: Outcome | undefined;
} {
  const query = useLocation({ select: ({ searchStr }) => searchStr });
  const [returned] = useState(() => readCallbackQuery(query));
  const [outcome, setOutcome] = useState<Outcome>();
  const auth = useAuth();
  const navigate = useNavigate();
  const isTaken = useRef(false);

  useEffect(() => {
    void navigate({ href: '/oauth/callback', replace: true });
  }, [navigate]);

  useEffect(() => {
    // All results except a sign-in depend on the current session, which is still loading.
    if (isTaken.current || (returned.kind !== 'answer' && auth.state.status === 'loading')) return;
    isTaken.current = true;
    void findOutcome(returned, auth, settings).then(setOutcome);
  }, [returned, auth, settings]);

  return { kind: returned.kind, outcome };
}

async function findOutcome(returned: CallbackQuery, auth: Auth, settings: string): Promise<Outcome> {
  if (returned.kind === 'failure') return failed(returned.failure);
  if (returned.kind === 'calendar') {
    return auth.state.status === 'authenticated'
      ? calendarOutcome(returned, settings)
      : failed('invalid_callback');
  }
  if (returned.kind === 'nothing')
    return auth.state.status === 'authenticated' ? entered(undefined) : failed('invalid_callback');
  const { kind: _kind, ...body } = returned;
  try {
    const { remember, ...token } = await call(completeGoogleSignIn, { body });
    await auth.enter(token, remember);
    return entered(takeReturnUrl());
  } catch (error) {
    return failed(getFailure(error));
  }
}

/** Navigates through the sign-in page, because its guard knows every role's home. */
function entered(wanted: string | undefined): Outcome {
  const to = wanted === undefined ? '/login' : `/login?${new URLSearchParams({ redirect: wanted })}`;
  return {
    isGood: true,
    text: signedIn,
    to,
    continueLabel: continueLabels.signedIn,
    delayMs: delays.signedIn,
  };
}

function failed(failure: CallbackFailure): Outcome {
  return {
    isGood: false,
    text: callbackFailures[failure],
    to: `/login?error=${failure}`,
    continueLabel: continueLabels.failed,
    delayMs: delays.failed,
  };
}

/**
 * Maps the server's error code (without `google.`) to a failure; other errors are unexpected ones.
 */
function getFailure(error: unknown): CallbackFailure {
  const word = error instanceof ApiError ? error.code.replace(/^google\./, '') : '';
  if (isCallbackFailure(word)) return word;
  return word === 'request.invalid' ? 'invalid_callback' : 'callback_handler_failed';
}
