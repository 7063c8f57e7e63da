import { TextInput } from '@mantine/core';
import { formatTime } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { inDialog } from '../../../../../ui/dialog/dialog.tsx';
import { ChoiceSelect } from '../../../../../ui/form/choice-select.tsx';
import { WholeInput } from '../../../../../ui/form/whole-input.tsx';
import { type TimeChoices, type TimeValues, typedMinutes } from './time-choices.ts';
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
  /** Leaves the service's own length to the service, so that another one brings its own. */
  function handleBlur(): void {
    const minutes = typedMinutes(values.duration);
    if (minutes === null || minutes === choices.service?.duration) onChange({ duration: null });
  }

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
      <WholeInput
        label="Minutes"
        value={values.duration ?? choices.service?.duration ?? ''}
        error={errors['duration']}
        onChange={(event) => onChange({ duration: event.currentTarget.value })}
        onBlur={handleBlur}
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
