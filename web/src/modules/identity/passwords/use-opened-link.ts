import type { MailedLink } from '@samay/contract/identity/passwords';
import { useEffect, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { openLink } from './api.ts';
import { setPasswordWords } from './wording.ts';

export type OpenedLink =
  | { readonly status: 'opening' }
  | { readonly status: 'open'; readonly email: string }
  /** `mayRetry`: the server could not be asked; otherwise it said no, and will again. */
  | { readonly status: 'failed'; readonly text: string; readonly mayRetry: boolean };

/** Asks the server whose link it is, once. To ask again, or about another link, takes another component. */
export function useOpenedLink(link: MailedLink): OpenedLink {
  const [opened, setOpened] = useState<OpenedLink>({ status: 'opening' });

  useEffect(() => {
    let isCurrent = true;
    openLink(link).then(
      ({ email }) => isCurrent && setOpened({ status: 'open', email }),
      (error: unknown) => isCurrent && setOpened(failureOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [link]);
  return opened;
}

function failureOf(error: unknown): OpenedLink {
  // A link that was mangled on its way is one that does not work: the server's advice about fields would say nothing here.
  const isUnreadable = error instanceof ApiError && error.code === 'request.invalid';
  const text = isUnreadable ? setPasswordWords.unknownLink : errorText(error, setPasswordWords.notOpened);
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return { status: 'failed', text, mayRetry: !isRefused };
}
