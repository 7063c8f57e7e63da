import { ActionIcon, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { slotHint, type SlotValues } from './slot-values.ts';
import classes from './time-slot-card.module.css';
import { TimeInput } from './time-input.tsx';

interface TimeSlotCardProps {
  slot: SlotValues;
  /** `Opening hours 1`. */
  name: string;
  startError: string | undefined;
  endError: string | undefined;
  onChange: (slot: SlotValues) => void;
  /** Absent for the only row there is. */
  onRemove?: () => void;
}

/** One time slot: from when until when. */
export function TimeSlotCard({ slot, name, startError, endError, onChange, onRemove }: TimeSlotCardProps) {
  const id = useId();
  const hint = slotHint(slot);
  return (
    <div role="group" aria-labelledby={id} className={classes.card}>
      <div className={classes.head}>
        <Text id={id} size="sm" fw={600}>
          {name}
        </Text>
        {onRemove && (
          <ActionIcon variant="subtle" color="gray" size={44} title="Remove" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={classes.times}>
        <TimeInput
          label="Start time"
          text={slot.start}
          half={slot.startHalf}
          error={startError}
          onChange={(start, startHalf) => onChange({ ...slot, start, startHalf })}
        />
        <TimeInput
          label="End time"
          text={slot.end}
          half={slot.endHalf}
          error={endError}
          onChange={(end, endHalf) => onChange({ ...slot, end, endHalf })}
        />
      </div>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  );
}
