import { Alert, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { parseWhole } from '@samay/contract/core/typed/numbers';
import { changePlanTerms, type Plan, PlanTerms } from '@samay/contract/platform/billing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { WholeInput } from '../../../ui/form/whole-input.tsx';
import { refreshPlatform } from '../api.ts';

interface Values {
  limit: string;
  price: string;
}

/** Edits the limit and price of a plan, and names the affected businesses before saving. */
export function PlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const client = useQueryClient();
  const id = useId();
  const form = useForm<Values>({
    initialValues: { limit: formatCount(plan.appointmentLimit), price: formatRupees(plan.monthlyPrice) },
    validate: (values) => getErrors(values),
  });
  const save = useMutation({
    mutationFn: (body: PlanTerms) => call(changePlanTerms, { params: { id: plan.id }, body }),
    onSuccess: () => {
      toastDone(`${plan.name} is saved`);
      onClose();
    },
    onSettled: () => void refreshPlatform(client),
  });
  const effect = describeEffect(plan, getTerms(form.values));
  return (
    <Dialog opened onClose={onClose} title={`Edit ${plan.name}`} size="md">
      <form
        id={id}
        onSubmit={form.onSubmit(
          (values) => {
            if (!save.isPending) save.mutate(getTerms(values));
          },
          () => focusFirstError(id),
        )}
        noValidate
        aria-label={`Edit ${plan.name}`}
      >
        <Stack gap="md">
          <WholeInput label="Bookings a month" required data-autofocus {...form.getInputProps('limit')} />
          <AmountInput label="Price a month" required {...form.getInputProps('price')} />
          <Alert color="brand" variant="light" role="status">
            {effect}
          </Alert>
          {save.isError && <FailureNotice text={errorText(save.error, 'Failed to save the plan')} />}
          <FormButtons submit="Save" waiting="Saving..." busy={save.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function getTerms({ limit, price }: Values): PlanTerms {
  return {
    appointmentLimit: parseWhole(limit) ?? Number.NaN,
    monthlyPrice: parseRupees(price) ?? Number.NaN,
  };
}

function getErrors(values: Values): Record<string, string> {
  const terms = PlanTerms.safeParse(getTerms(values)).error?.issues.map(({ path }) => path[0]) ?? [];
  return {
    ...(terms.includes('appointmentLimit') && {
      limit: 'Please enter a whole number from 0 to 10,00,000',
    }),
    ...(terms.includes('monthlyPrice') && { price: 'Please enter a price from ₹0' }),
  };
}

/**
 * Describes the effect of saving, one sentence for the limit and one for the price, if it is an
 * amount.
 */
function describeEffect(plan: Plan, next: PlanTerms): string {
  const whom = plan.tenants === 1 ? '1 business is' : `${formatCount(plan.tenants)} businesses are`;
  const limit = Number.isNaN(next.appointmentLimit)
    ? ''
    : next.appointmentLimit === plan.appointmentLimit
      ? 'The limit does not change.'
      : next.appointmentLimit < plan.appointmentLimit
        ? 'The lower limit takes effect immediately: a business with more bookings this ' +
          'month cannot add any, and bookings beyond the limit are hidden.'
        : 'The higher limit takes effect immediately.';
  const price = Number.isNaN(next.monthlyPrice)
    ? ''
    : next.monthlyPrice === plan.monthlyPrice
      ? 'The price does not change.'
      : `The price of ${formatRupees(next.monthlyPrice)} applies to new payments; ` +
        'months that are already paid are not affected.';
  return `${whom} on ${plan.name}. ${limit} ${price}`;
}
