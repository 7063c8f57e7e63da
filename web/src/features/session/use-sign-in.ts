import { useRef, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { useAuth } from '../../lib/session.tsx';
import type { Credentials } from './credentials.ts';
import { noAnswer } from './wording.ts';

/** Signs in once at a time; `error` is what the form says when it did not work. */
export function useSignIn() {
  const { signIn } = useAuth();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isUnderWay = useRef(false);

  async function attempt(credentials: Credentials): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setError(undefined);
    try {
      await signIn({ ...credentials, email: credentials.email.trim() });
    } catch (failure) {
      setError(errorText(failure, noAnswer));
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }
  return { signIn: attempt, isBusy, error };
}
