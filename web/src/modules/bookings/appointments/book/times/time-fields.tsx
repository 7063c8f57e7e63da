import { NumberInput, TextInput } from '@mantine/core';
import { formatTime } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { inDialog } from '../../../../../ui/dialog/dialog.tsx';
import { ChoiceSelect } from '../../../../../ui/form/choice-select.tsx';
import type { TimeChoices, TimeValues } from './time-choices.ts';
import classes from './time-fields.module.css';

/** Places a field's hint below it, so that the fields of a line align. */
export const hintBelow = ['label', 'input', 'description', 'error'] satisfies (
  | 'label'
  | 'input'
  | 'description'
  | 'error'
)[];

interface TimeInputProps {
  label: string;
  choices: TimeChoices;
  values: Pick<TimeValues, 'time' | 'duration'>;
  errors: Record<string, ReactNode>;
  onChange: (change: Partial<TimeValues>) => void;
}

/** Renders the start, the duration and the resulting end. */
export function TimeInput({ label, choices, values, errors, onChange }: TimeInputProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        label={label}
        type="time"
        required
        inputWrapperOrder={hintBelow}
        description={choices.endTime !== undefined && `Ends ${formatTime(choices.endTime)}`}
        value={values.time}
        error={errors['time']}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
      />
      <NumberInput
        label="Minutes"
        min={5}
        max={720}
        step={5}
        clampBehavior="none"
        hideControls
        inputMode="numeric"
        allowDecimal={false}
        value={values.duration ?? choices.service?.duration ?? ''}
        error={errors['duration']}
        onChange={(duration) =>
          onChange({ duration: duration === choices.service?.duration ? null : duration })
        }
        onBlur={() => values.duration === '' && onChange({ duration: null })}
      />
    </div>
  );
}

interface ServiceSelectProps {
  choices: TimeChoices;
  error?: ReactNode;
  onChange: (change: Partial<TimeValues>) => void;
}

/** Renders the services if there are several. Another service brings its own duration. */
export function ServiceSelect({ choices: { services, service }, error, onChange }: ServiceSelectProps) {
  if (services.length < 2) return null;
  return (
    <ChoiceSelect
      label="Service"
      comboboxProps={inDialog}
      data={services.map(({ id, name }) => ({ value: id, label: name }))}
      value={service?.id ?? ''}
      error={error}
      onChange={(serviceId) => onChange({ serviceId, duration: null })}
    />
  );
}

interface ResourceSelectProps extends ServiceSelectProps {
  label: string;
  /** The label of the option for no particular one; absent if there is no such option. */
  any?: string;
}

/** Renders the doctors or courts if there are several; parts of a court are separate choices. */
export function ResourceSelect({
  choices: { resources, resource },
  label,
  any,
  error,
  onChange,
}: ResourceSelectProps) {
  if (resources.length < 2) return null;
  return (
    <ChoiceSelect
      label={label}
      comboboxProps={inDialog}
      data={[
        ...(any === undefined ? [] : [{ value: '', label: any }]),
        ...resources.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={resource?.id ?? ''}
      error={error}
      onChange={(id) => onChange({ resourceId: id === '' ? null : id })}
    />
  );
}
