import { Radio, Stack } from '@mantine/core';
import type { Plan } from '@samay/contract/tenancy/payments';
import classes from './plan-picker.module.css';
import { limitText, priceText } from './wording.ts';

interface PlanPickerProps {
  label: string;
  plans: readonly Plan[];
  chosen: string;
  onChoose: (plan: string) => void;
  /** What the business calls what it books. */
  bookings?: string;
  /** Beside the name of the plan that is had already. */
  current?: string | undefined;
}

/** One plan of several, each with its price and how much it allows. */
export function PlanPicker({ label, plans, chosen, onChoose, bookings = 'bookings', current }: PlanPickerProps) {
  return (
    <Radio.Group label={label} value={chosen} onChange={onChoose}>
      <Stack gap="xs" mt={4}>
        {plans.map((plan) => (
          <Radio
            key={plan.id}
            value={plan.id}
            classNames={{ root: classes.plan ?? '', labelWrapper: classes.label ?? '' }}
            label={`${plan.name} · ${priceText(plan)}`}
            description={plan.id === current ? `${limitText(plan, bookings)}, one more month` : limitText(plan, bookings)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
