import { Stack, Text } from '@mantine/core';
import type { Subscription } from '@samay/contract/tenancy/payments';
import { wording } from '@samay/contract/core/wording';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { upgradeCheckout } from './api.ts';
import { goToCheckout } from './go-to-checkout.ts';
import { PlanPicker } from './plan-picker.tsx';

interface UpgradeDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Lists the available plans with their prices. Confirming leads to the payment provider's page. */
export function UpgradeDialog({ subscription: { plan, paidUntil, offers }, onClose }: UpgradeDialogProps) {
  const { user, businessType } = useSession();
  const next = offers.find(({ id }) => id !== plan?.id) ?? offers[0];
  const [chosen, setChosen] = useState(next?.id ?? '');
  const { bookings } = wording[businessType ?? 'doctor'];
  const isSame = chosen === plan?.id;
  const order = useMutation({
    mutationFn: upgradeCheckout,
    onSuccess: (checkout) => goToCheckout(checkout, { email: user.email, plan: chosen }),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // After a success the browser is leaving the page.
    if (!order.isPending && !order.isSuccess) order.mutate(chosen);
  };
  return (
    <Dialog opened onClose={onClose} title="Upgrade your plan">
      <form onSubmit={handleSubmit} aria-label="Upgrade your plan">
        <Stack gap="md">
          <PlanPicker
            label="Plan"
            plans={offers}
            chosen={chosen}
            onChoose={setChosen}
            bookings={bookings}
            current={plan?.id}
          />
          <Text size="sm" c="dimmed">
            {isSame
              ? 'You pay for one more month. It starts when the paid month ends.'
              : `You pay for one month. The plan and its month start today${
                  paidUntil === null ? '.' : `; the rest of ${plan?.name ?? 'the present plan'} is lost.`
                }`}
          </Text>
          {order.isError && (
            <FailureNotice
              text={errorText(order.error, 'The payment could not be started. Please try again.')}
            />
          )}
          <FormButtons
            submit="Continue to payment"
            waiting="Opening..."
            busy={order.isPending || order.isSuccess}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
