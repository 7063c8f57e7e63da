import { useRef } from 'react';

/**
 * Returns a function that gives equal bodies in a row the same idempotency key, so that a retry
 * after a lost reply writes nothing twice. `forget` starts again after a reply.
 */
export function useOnceKey(): { keyOf: (body: object) => string; forget: () => void } {
  const last = useRef({ text: '', key: '' });
  return {
    keyOf: (body) => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget: () => {
      last.current = { text: '', key: '' };
    },
  };
}
