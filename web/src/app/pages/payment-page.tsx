import { QueryClientProvider } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PaymentCallbackScreen } from '../../modules/tenancy/payments/payment-callback-screen.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { useAuth } from '../../lib/session/session.tsx';
import { useHome } from '../routing/navigation.ts';

/**
 * Renders the page to which the payment provider redirects, for signed-in users and for visitors.
 */
export function PaymentPage() {
  const { state } = useAuth();
  const returned: Record<string, unknown> = useSearch({ strict: false });
  const [queryClient] = useState(() => createQueryClient());
  const home = useHome();
  const settings = home?.startsWith('/turf-dashboard') ? '/turf-dashboard/settings' : '/dashboard/settings';
  const again = home ? settings : '/get-started';
  if (state.status === 'loading') return <FullPageSpinner />;
  return (
    <QueryClientProvider client={queryClient}>
      <PaymentCallbackScreen
        returned={returned}
        isSignedIn={state.status === 'authenticated'}
        again={again}
      />
    </QueryClientProvider>
  );
}
