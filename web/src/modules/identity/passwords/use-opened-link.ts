import type { MailedLink } from '@samay/contract/identity/passwords';
import { useEffect, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { openLink } from './api.ts';
import { setPasswordWording } from './wording.ts';

export type OpenedLink =
  | { readonly status: 'opening' }
  | { readonly status: 'open'; readonly email: string }
  /**
   * A failed check. `mayRetry`: the server could not be reached; otherwise it refused the link, and
   * would again.
   */
  | { readonly status: 'failed'; readonly text: string; readonly mayRetry: boolean };

/**
 * Asks the server once for the address that a link belongs to. Mount another component to ask again
 * or for another link.
 */
export function useOpenedLink(link: MailedLink): OpenedLink {
  const [opened, setOpened] = useState<OpenedLink>({ status: 'opening' });

  useEffect(() => {
    let isCurrent = true;
    openLink(link).then(
      ({ email }) => isCurrent && setOpened({ status: 'open', email }),
      (error: unknown) => isCurrent && setOpened(getFailure(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [link]);
  return opened;
}

function getFailure(error: unknown): OpenedLink {
  // A damaged link is shown as an invalid one: the server's message about its fields would not
  // help.
  const isUnreadable = error instanceof ApiError && error.code === 'request.invalid';
  const text = isUnreadable ? setPasswordWording.unknownLink : errorText(error, setPasswordWording.notOpened);
  const isRejected =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return { status: 'failed', text, mayRetry: !isRejected };
}
