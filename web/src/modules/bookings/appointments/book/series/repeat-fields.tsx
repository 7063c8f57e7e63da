import { Chip, Group, Stack, Text } from '@mantine/core';
import { weekdays as weekdayNames } from '@samay/contract/tenancy/opening-hours';
import { inDialog } from '../../../../../ui/dialog/dialog.tsx';
import { ChoiceSelect } from '../../../../../ui/form/choice-select.tsx';
import { DayInput } from '../../../../../ui/form/day-input.tsx';
import { WholeInput } from '../../../../../ui/form/whole-input.tsx';
import classes from './repeat-fields.module.css';
import type { RepeatValues } from './repeat-values.ts';

interface RepeatFieldsProps {
  values: RepeatValues;
  errors: Record<string, string>;
  onChange: (values: RepeatValues) => void;
}

/** Renders the fields of a rule: every how many weeks, on which weekdays, and until when. */
export function RepeatFields({ values, errors, onChange }: RepeatFieldsProps) {
  const change = (changed: Partial<RepeatValues>) => onChange({ ...values, ...changed });
  return (
    <Stack gap="sm">
      <div role="group" aria-label="Repeat on">
        <Group gap={6}>
          {weekdayNames.map((name, index) => (
            <Chip
              key={name}
              size="sm"
              aria-label={name}
              checked={values.weekdays.includes(index + 1)}
              onChange={(isOn) =>
                change({
                  weekdays: isOn
                    ? [...values.weekdays, index + 1]
                    : values.weekdays.filter((day) => day !== index + 1),
                })
              }
            >
              {name.slice(0, 3)}
            </Chip>
          ))}
        </Group>
        {errors['weekdays'] !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errors['weekdays']}
          </Text>
        )}
      </div>
      <div className={classes.fields}>
        <WholeInput
          label="Every … weeks"
          value={values.everyWeeks}
          error={errors['everyWeeks']}
          onChange={(event) => change({ everyWeeks: event.currentTarget.value })}
        />
        <ChoiceSelect
          label="Ends"
          comboboxProps={inDialog}
          data={[
            { value: 'after a number', label: 'After a number' },
            { value: 'on a day', label: 'On a day' },
          ]}
          value={values.ends}
          onChange={(ends) => change({ ends: ends === 'on a day' ? ends : 'after a number' })}
        />
        {values.ends === 'on a day' ? (
          <DayInput
            label="Last day"
            value={values.until}
            error={errors['until']}
            onChange={(until) => change({ until })}
          />
        ) : (
          <WholeInput
            label="Times"
            value={values.count}
            error={errors['count']}
            onChange={(event) => change({ count: event.currentTarget.value })}
          />
        )}
      </div>
    </Stack>
  );
}
