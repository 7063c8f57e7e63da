import { NumberInput, TextInput } from '@mantine/core';
import { formatTime } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { inDialog } from '../../../../ui/dialog/dialog.tsx';
import { ChoiceSelect } from '../../../../ui/form/choice-select.tsx';
import type { TimeChoices, TimeValues } from './time-choices.ts';
import classes from './time-fields.module.css';

/** A field's hint is below it, so that the fields of a line stand side by side. */
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

/** The start, how long it lasts, and when it therefore ends. */
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

/** Shown from the second service on. Another service lasts as long as it lasts. */
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
  /** The option for no particular one, where there is one. */
  any?: string;
}

/** Shown from the second doctor or court on; parts of a court are choices of their own. */
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
