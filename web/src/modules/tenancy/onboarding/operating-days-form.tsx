import { Button, Chip, Group, Stack } from '@mantine/core';
import { type Weekday, weekdays } from '@samay/contract/tenancy/opening-hours';
import classes from './operating-days-form.module.css';

interface OperatingDaysFormProps {
  days: readonly Weekday[];
  onChange: (days: readonly Weekday[]) => void;
}

/** Renders the days of the week, each on or off, and all of them in one press. */
export function OperatingDaysForm({ days, onChange }: OperatingDaysFormProps) {
  return (
    <Stack gap="sm" align="flex-start">
      <Chip.Group
        multiple
        value={[...days]}
        onChange={(chosen) => onChange(weekdays.filter((day) => chosen.includes(day)))}
      >
        <Group gap="sm" role="group" aria-label="Operating days">
          {weekdays.map((day) => (
            <Chip
              key={day}
              value={day}
              size="lg"
              radius="md"
              variant="outline"
              classNames={{ label: classes.day ?? '' }}
            >
              {day}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Button variant="default" disabled={days.length === weekdays.length} onClick={() => onChange(weekdays)}>
        Every day
      </Button>
    </Stack>
  );
}
