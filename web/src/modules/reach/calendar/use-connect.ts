import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { consentAddress } from './api.ts';

/** Leaves for Google's consent page; busy until the page is left. */
export function useConnect() {
  const connect = useMutation({
    mutationFn: async () => {
      location.assign(await consentAddress());
    },
  });
  const { reset } = connect;
  // Whoever comes back by the browser's button finds the page as they left it.
  useEffect(() => {
    const settleKept = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    addEventListener('pageshow', settleKept);
    return () => removeEventListener('pageshow', settleKept);
  }, [reset]);
  return { connect: () => connect.mutate(), isLeaving: connect.isPending || connect.isSuccess, error: connect.error };
}
