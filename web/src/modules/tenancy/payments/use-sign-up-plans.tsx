import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plansQuery, signUpCheckout } from './api.ts';
import { goToCheckout } from './go-to-checkout.ts';
import { PlanPicker } from './plan-picker.tsx';

interface SignUpPlans {
  readonly chosen: string;
  readonly picker: ReactNode;
  /** Orders the selected plan and leaves for the payment. @throws ApiError */
  readonly pay: (start: { email: string; businessName: string }) => Promise<void>;
}

/**
 * Returns the selection of a plan on the sign-up page. Undefined if payments are not set up or the
 * plans have not loaded: the free plan does not wait for them.
 */
export function useSignUpPlans(preset: string): SignUpPlans | undefined {
  const { data } = useQuery(plansQuery);
  const [chosen, setChosen] = useState(preset);
  if (!data?.paymentsAvailable) return undefined;
  const plan = data.plans.some(({ id }) => id === chosen) ? chosen : (data.plans[0]?.id ?? '');
  return {
    chosen: plan,
    picker: <PlanPicker label="Plan" plans={data.plans} chosen={plan} onChoose={setChosen} />,
    async pay(start) {
      goToCheckout(await signUpCheckout({ ...start, plan }), { email: start.email, plan });
    },
  };
}
