import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Errors } from './onboarding-values.ts';
import { emptySlot, type SlotValues } from './slot-values.ts';
import { TimeSlotCard } from './time-slot-card.tsx';

interface TimeSlotsFormProps {
  slots: readonly SlotValues[];
  /** The errors by keys such as `0.start_time`. */
  errors: Errors;
  onChange: (slots: readonly SlotValues[]) => void;
  /** Whether each of several slots may have days of its own. */
  hasDays?: boolean;
}

/** Renders the opening hours, one row for each slot. The last row cannot be removed. */
export function TimeSlotsForm({ slots, errors, onChange, hasDays = false }: TimeSlotsFormProps) {
  const replace = (changed: SlotValues) =>
    onChange(slots.map((slot) => (slot.key === changed.key ? changed : slot)));
  return (
    <Stack gap="sm">
      {slots.map((slot, index) => (
        <TimeSlotCard
          key={slot.key}
          slot={slot}
          name={`Opening hours ${index + 1}`}
          startError={errors[`${index}.start_time`]}
          endError={errors[`${index}.end_time`]}
          hasDays={hasDays && slots.length > 1}
          daysError={errors[`${index}.days`]}
          onChange={replace}
          {...(slots.length > 1 && { onRemove: () => onChange(slots.filter(({ key }) => key !== slot.key)) })}
        />
      ))}
      <Button
        variant="default"
        size="md"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...slots, emptySlot(slots.at(-1))])}
        disabled={slots.length >= 24}
      >
        Add New Time Slot
      </Button>
    </Stack>
  );
}
