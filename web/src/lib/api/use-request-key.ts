import { useCallback, useState } from 'react';
import { ApiError } from './api-error.ts';

interface RequestKey {
  readonly key: string;
  /** Called where another request will be sent: its reply is not that of an earlier one. */
  readonly renew: () => void;
  /** Called with the error of a request: decides on the key of the next one. */
  readonly handleError: (error: unknown) => void;
}

/**
 * Returns the idempotency key of an open form. It stays the same after a lost reply, so that a retry
 * changes nothing twice. After a refusal nothing was changed, and the next request has a new key.
 */
export function useRequestKey(): RequestKey {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const renew = useCallback(() => setKey(crypto.randomUUID()), []);
  const handleError = useCallback(
    (error: unknown) => {
      if (error instanceof ApiError && error.code !== 'network' && error.status < 500) renew();
    },
    [renew],
  );
  return { key, renew, handleError };
}
