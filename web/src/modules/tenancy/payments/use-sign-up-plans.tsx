import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plansQuery, signUpCheckout } from './api.ts';
import { goToCheckout } from './go-to-checkout.ts';
import { PlanPicker } from './plan-picker.tsx';

interface SignUpPlans {
  readonly chosen: string;
  readonly picker: ReactNode;
  /** Orders the chosen plan and leaves for the payment. @throws ApiError */
  readonly pay: (start: { email: string; businessName: string }) => Promise<void>;
}

/**
 * The choice of plans where a business begins; undefined while there is none to make, because nothing can be paid here or because
 * the plans have not come: the free start waits for nobody.
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
