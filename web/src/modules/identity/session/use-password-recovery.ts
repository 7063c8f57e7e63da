import { requestPasswordRecovery } from '@samay/contract/identity/passwords';
import { useRef, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { recovery } from './wording.ts';
import { wrongIn } from './credentials.ts';

/** The result of requesting a password reset link. */
export interface RecoveryAnswer {
  readonly text: string;
  /** Whether the request failed; a missing email is not a failure. */
  readonly isFailure: boolean;
}

/**
 * Requests a password reset link, one request at a time. The answer does not depend on whether the
 * address has an account.
 */
export function usePasswordRecovery() {
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);

  async function recover(typed: string): Promise<RecoveryAnswer | undefined> {
    if (isUnderWay.current) return undefined;
    const email = typed.trim();
    const wrong = wrongIn({ email, password: '-', remember: false }).email;
    if (wrong) return { text: email === '' ? recovery.emailFirst : wrong, isFailure: false };
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      await call(requestPasswordRecovery, { body: { email } });
      return { text: recovery.sent, isFailure: false };
    } catch (error) {
      return { text: errorText(error, recovery.notSent), isFailure: true };
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }
  return { recover, isBusy };
}
