import { ActionIcon, Chip, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { onboardingMessages } from '@samay/contract/tenancy/onboarding';
import { weekdays } from '@samay/contract/tenancy/opening-hours';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { type Half, halves, slotHint, type SlotValues } from './slot-values.ts';
import classes from './time-slot-card.module.css';

interface TimeSlotCardProps {
  slot: SlotValues;
  /** The name of the slot, for example `Opening hours 1`. */
  name: string;
  startError: string | undefined;
  endError: string | undefined;
  /** Whether it may have days of its own, and what is wrong with these. */
  hasDays: boolean;
  daysError: string | undefined;
  onChange: (slot: SlotValues) => void;
  /** Removes the row; undefined for the last remaining one. */
  onRemove?: () => void;
}

/** Renders one time slot with its start and end, and the days on which it applies. */
export function TimeSlotCard({
  slot,
  name,
  startError,
  endError,
  hasDays,
  daysError,
  onChange,
  onRemove,
}: TimeSlotCardProps) {
  const id = useId();
  const hint = slotHint(slot);
  return (
    <div role="group" aria-labelledby={id} className={classes.card}>
      <div className={classes.head}>
        <Text id={id} size="sm" fw={600}>
          {name}
        </Text>
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            title="Remove"
            aria-label={`Remove ${name.toLowerCase()}`}
            onClick={onRemove}
          >
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
      {hasDays && <DaysOfSlot slot={slot} name={name} error={daysError} onChange={onChange} />}
    </div>
  );
}

interface DaysOfSlotProps extends Pick<TimeSlotCardProps, 'slot' | 'name' | 'onChange'> {
  error: string | undefined;
}

/** Renders the days of a slot, all of them until one is taken out. */
function DaysOfSlot({ slot, name, error, onChange }: DaysOfSlotProps) {
  return (
    <Chip.Group
      multiple
      value={[...(slot.days ?? weekdays)]}
      onChange={(chosen) => {
        const days = weekdays.filter((day) => chosen.includes(day));
        onChange({ ...slot, days: days.length === weekdays.length ? undefined : days });
      }}
    >
      <Group
        gap="xs"
        role="group"
        aria-label={`Days of ${name.toLowerCase()}`}
        data-invalid={error !== undefined || undefined}
      >
        {weekdays.map((day) => (
          <Chip key={day} value={day} size="sm" variant="outline" classNames={{ label: classes.day ?? '' }}>
            <span aria-label={day}>{day.slice(0, 3)}</span>
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

interface TimeInputProps {
  /** The label of the time, for example `Start time`. */
  label: string;
  text: string;
  half: Half;
  error: string | undefined;
  onChange: (text: string, half: Half) => void;
}

/** Renders a time as text, followed by AM or PM. */
function TimeInput({ label, text, half, error, onChange }: TimeInputProps) {
  const id = useId();
  // Leaves out the message of a missing value, which is reported once, below all rows.
  const said = error && error !== onboardingMessages.timeSlots ? error : undefined;
  return (
    <div>
      <div className={classes.time}>
        <TextInput
          size="md"
          label={label}
          placeholder="9:00"
          autoComplete="off"
          maxLength={8}
          value={text}
          error={Boolean(error)}
          aria-describedby={said ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.value, half)}
        />
        <NativeSelect
          size="md"
          aria-label={`${label}, AM or PM`}
          data={[...halves]}
          value={half}
          onChange={(event) => onChange(text, event.currentTarget.value as Half)}
        />
      </div>
      {said && (
        <Text id={id} size="sm" c="var(--mantine-color-error)" className={classes.wrong ?? ''}>
          {said}
        </Text>
      )}
    </div>
  );
}
