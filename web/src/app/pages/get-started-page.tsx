import { QueryClientProvider } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { freePlan, GetStartedScreen } from '../../modules/identity/passwords/get-started-screen.tsx';
import { useSignUpPlans } from '../../modules/tenancy/payments/use-sign-up-plans.tsx';
import { createQueryClient } from '../../lib/query-client.ts';

/**
 * Renders the sign-up of a business on the free plan or a paid one; `?plan=` preselects the plan.
 */
export function GetStartedPage() {
  const [queryClient] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <WithPlans />
    </QueryClientProvider>
  );
}

function WithPlans() {
  const { plan }: { plan?: unknown } = useSearch({ strict: false });
  const plans = useSignUpPlans(typeof plan === 'string' ? plan : freePlan);
  return <GetStartedScreen {...(plans && { plans })} />;
}
