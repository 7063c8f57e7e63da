import { Radio, Stack } from '@mantine/core';
import type { Plan } from '@samay/contract/tenancy/payments';
import classes from './plan-picker.module.css';
import { limitText, priceText } from './wording.ts';

interface PlanPickerProps {
  label: string;
  plans: readonly Plan[];
  chosen: string;
  onChoose: (plan: string) => void;
  /** The business type's word for its bookings. */
  bookings?: string;
  /** A remark next to the name of the current plan. */
  current?: string | undefined;
}

/** Selects a plan, each with its price and limit. */
export function PlanPicker({
  label,
  plans,
  chosen,
  onChoose,
  bookings = 'bookings',
  current,
}: PlanPickerProps) {
  return (
    <Radio.Group label={label} value={chosen} onChange={onChoose}>
      <Stack gap="xs" mt={4}>
        {plans.map((plan) => (
          <Radio
            key={plan.id}
            value={plan.id}
            classNames={{ root: classes.plan ?? '', labelWrapper: classes.label ?? '' }}
            label={`${plan.name} · ${priceText(plan)}`}
            description={
              plan.id === current ? `${limitText(plan, bookings)}, one more month` : limitText(plan, bookings)
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
