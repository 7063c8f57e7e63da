import { requestPasswordRecovery } from '@samay/contract/identity/passwords';
import { useRef, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { recovery } from './wording.ts';
import { wrongIn } from './credentials.ts';

/** What became of asking for a link to set a new password. */
export interface RecoveryAnswer {
  readonly text: string;
  /** That the server could not do it; a missing e-mail is no failure. */
  readonly isFailure: boolean;
}

/** Asks once at a time. The answer is the same whether the address has an account or not. */
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
