import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { RowButton } from '../../ui/table/row-button.tsx';
import {
  addedHours,
  copiedToAll,
  type HoursErrors,
  hoursHint,
  type HoursValues,
  isoWeekdays,
  nameOfWeekday,
} from './hours-values.ts';
import classes from './weekly-hours-fields.module.css';

interface WeeklyHoursFieldsProps {
  values: readonly HoursValues[];
  errors: HoursErrors;
  onChange: (values: readonly HoursValues[]) => void;
}

/**
 * Edits the hours of each weekday: any number of times from and to. A day without hours is closed.
 */
export function WeeklyHoursFields({ values, errors, onChange }: WeeklyHoursFieldsProps) {
  const replace = (changed: HoursValues) =>
    onChange(values.map((row) => (row.key === changed.key ? changed : row)));
  return (
    <div>
      {isoWeekdays.map((weekday) => {
        const day = nameOfWeekday(weekday);
        const rows = values.filter((row) => row.weekday === weekday);
        return (
          <div key={weekday} role="group" aria-label={day} className={classes.day}>
            <span className={classes.name}>{day}</span>
            <div className={classes.rows}>
              {rows.length === 0 && <span className={classes.closed}>Closed</span>}
              {rows.map((row, at) => (
                <HoursRow
                  key={row.key}
                  row={row}
                  name={rows.length > 1 ? `${day} ${at + 1}` : day}
                  error={errors[row.key]}
                  onChange={replace}
                  onRemove={() => onChange(values.filter(({ key }) => key !== row.key))}
                />
              ))}
            </div>
            <Group gap={4} wrap="nowrap" className={classes.actions ?? ''}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                title="Add hours"
                aria-label={`Add hours on ${day}`}
                disabled={rows.length >= 10}
                onClick={() => onChange([...values, addedHours(values, weekday)])}
              >
                <IconPlus size={18} aria-hidden />
              </ActionIcon>
              {rows.length > 0 && (
                <RowButton
                  isQuiet
                  label={`Copy ${day} to every day`}
                  onClick={() => onChange(copiedToAll(values, weekday))}
                >
                  Copy to all
                </RowButton>
              )}
            </Group>
          </div>
        );
      })}
      {values.length > 0 && (
        <Group mt="sm">
          <Button variant="default" onClick={() => onChange([])}>
            Clear all
          </Button>
        </Group>
      )}
    </div>
  );
}

interface HoursRowProps {
  row: HoursValues;
  name: string;
  error: string | undefined;
  onChange: (row: HoursValues) => void;
  onRemove: () => void;
}

function HoursRow({ row, name, error, onChange, onRemove }: HoursRowProps) {
  const hint = error ?? hoursHint(row);
  return (
    <div>
      <div className={classes.times}>
        <TextInput
          type="time"
          aria-label={`${name} from`}
          value={row.opens}
          error={Boolean(error)}
          onChange={(event) => onChange({ ...row, opens: event.currentTarget.value })}
        />
        <span className={classes.to}>to</span>
        <TextInput
          type="time"
          aria-label={`${name} to`}
          value={row.closes}
          error={Boolean(error)}
          onChange={(event) => onChange({ ...row, closes: event.currentTarget.value })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          title="Remove"
          aria-label={`Remove hours of ${name}`}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      {hint !== undefined && (
        <Text
          size="xs"
          c={error ? 'var(--mantine-color-error)' : 'dimmed'}
          role={error ? 'alert' : undefined}
        >
          {hint}
        </Text>
      )}
    </div>
  );
}
