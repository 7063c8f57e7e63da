import { beginGoogleSignIn } from '@samay/contract/identity/google-sign-in';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useAuth } from '../../../lib/session/session.tsx';
import { storeReturnUrl } from '../../../lib/session/return-url.ts';
import type { Credentials } from './credentials.ts';
import { noAnswer, noGoogleUrl } from './wording.ts';

type Way = 'password' | 'google';

/**
 * Signs in by password or by Google, one at a time. `busy` names the pending method, `error` is the
 * message of a failed one. `failure` is an earlier failure to show first; `wanted` is the path to
 * go to.
 */
export function useSignIn({
  failure,
  wanted,
}: {
  failure?: string | undefined;
  wanted?: string | undefined;
}) {
  const { signIn } = useAuth();
  const [busy, setBusy] = useState<Way>();
  const [error, setError] = useState(failure);
  const isUnderWay = useRef(false);

  const settle = useCallback(() => {
    isUnderWay.current = false;
    setBusy(undefined);
  }, []);
  // Resets the page when the browser's back button restores it from its cache, on the way back from
  // Google.
  useEffect(() => {
    const settleKept = ({ persisted }: PageTransitionEvent) => {
      if (persisted) settle();
    };
    addEventListener('pageshow', settleKept);
    return () => removeEventListener('pageshow', settleKept);
  }, [settle]);

  async function attempt(way: Way, act: () => Promise<unknown>, fallback: string): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(way);
    setError(undefined);
    try {
      await act();
      // Ignores presses while the page is leaving for Google.
      if (way === 'password') settle();
    } catch (problem) {
      setError(errorText(problem, fallback));
      settle();
    }
  }

  async function leaveForGoogle(remember: boolean): Promise<void> {
    const { url } = await call(beginGoogleSignIn, { body: { remember } });
    storeReturnUrl(wanted);
    location.assign(url);
  }

  return {
    signIn: (credentials: Credentials) =>
      attempt('password', () => signIn({ ...credentials, email: credentials.email.trim() }), noAnswer),
    signInWithGoogle: (remember: boolean) => attempt('google', () => leaveForGoogle(remember), noGoogleUrl),
    busy,
    error,
  };
}
