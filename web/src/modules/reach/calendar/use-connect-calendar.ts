import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { consentAddress } from './api.ts';

/** Returns a function that navigates to Google's consent page; busy until the page is left. */
export function useConnectCalendar() {
  const connect = useMutation({
    mutationFn: async () => {
      location.assign(await consentAddress());
    },
  });
  const { reset } = connect;
  // Resets the page when the browser's back button restores it from its cache.
  useEffect(() => {
    const settleKept = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    addEventListener('pageshow', settleKept);
    return () => removeEventListener('pageshow', settleKept);
  }, [reset]);
  return {
    connect: () => connect.mutate(),
    isLeaving: connect.isPending || connect.isSuccess,
    error: connect.error,
  };
}
