import { Input, Stack, TextInput } from '@mantine/core';
import { wording } from '@samay/contract/core/wording';
import type { ReactNode } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { Pill } from '../../../ui/table/pills.tsx';
import { dayText } from '../../../lib/days.ts';
import classes from './closings.module.css';
import { spanText, type When, whenTexts } from './span.ts';
import type { Plan } from './use-plan.ts';

/** The most doctors or courts that are shown as buttons. */
const mostPills = 7;

interface PlanFieldsProps {
  plan: Plan;
  /** The first day for which *now* means something. */
  today: string;
  /** Whether the errors are shown. */
  wasSent: boolean;
}

/** Renders the fields of a closing: doctor or court, time and reason. */
export function PlanFields({ plan, today, wasSent }: PlanFieldsProps) {
  const { errors } = plan;
  const shown = (error: string | null) => (wasSent ? error : null);
  return (
    <Stack gap="sm">
      <WhomField plan={plan} error={shown(errors.whom)} />
      <WhenField plan={plan} today={today} error={shown(errors.span)} />
      <ReasonField
        reasons={plan.reasons}
        value={plan.reason}
        error={shown(errors.reason)}
        onChange={plan.setReason}
      />
    </Stack>
  );
}

interface FieldProps {
  plan: Plan;
  error: string | null;
}

function WhomField({ plan: { choices, whom, setWhom }, error }: FieldProps) {
  const { resource } = wording[useSession().businessType ?? 'doctor'];
  if (choices.length === 0)
    return (
      <Group label="Close">{`No ${resource} is linked to your account. Ask the owner to link you.`}</Group>
    );
  if (choices.length > mostPills)
    return (
      <div>
        <Input.Label component="div">Close</Input.Label>
        <NativeChoice
          label="Close"
          data={[...(whom === undefined ? [{ value: unchosen, label: 'Choose…' }] : []), ...choices]}
          value={whom ?? unchosen}
          error={error}
          onChange={(value) => value !== unchosen && setWhom(value)}
        />
      </div>
    );
  return (
    <Group label="Close" error={error}>
      {choices.map(({ value, label }) => (
        <Pill key={value} isAlone isPressed={value === whom} onClick={() => setWhom(value)}>
          {label}
        </Pill>
      ))}
    </Group>
  );
}

const unchosen = 'unchosen';
const whens: readonly When[] = ['rest', 'twoHours', 'day', 'typed'];

function WhenField({ plan, today, error }: FieldProps & { today: string }) {
  const { date, when, setWhen, span } = plan;
  const toText = (each: When) =>
    each === 'day' && date !== today ? `All of ${dayText(date)}` : whenTexts[each];
  return (
    <Stack gap={8}>
      <Group label="When">
        {whens.map((each) => (
          <Pill key={each} isAlone isPressed={each === when} onClick={() => setWhen(each)}>
            {toText(each)}
          </Pill>
        ))}
      </Group>
      {when === 'typed' && <TypedFields plan={plan} />}
      {error === null ? (
        plan.errors.span === null && (
          <span className={classes.below} role="status">
            {spanText(span)}
          </span>
        )
      ) : (
        <Input.Error>{error}</Input.Error>
      )}
    </Stack>
  );
}

function TypedFields({ plan: { typed, setStart, setEnd } }: { plan: Plan }) {
  const ends = [
    { moment: typed.from, onChange: setStart, day: 'From', time: 'Start time' },
    { moment: typed.to, onChange: setEnd, day: 'Until', time: 'End time' },
  ];
  return ends.map(({ moment, onChange, day, time }) => (
    <div key={day} className={classes.pair}>
      <DayInput label={day} value={moment.date} onChange={(date) => onChange({ ...moment, date })} />
      <TextInput
        type="time"
        label={time}
        required
        value={moment.time}
        onChange={({ currentTarget }) => onChange({ ...moment, time: currentTarget.value.slice(0, 5) })}
      />
    </div>
  ));
}

interface GroupProps {
  label: string;
  error?: string | null;
  children: ReactNode;
}

function Group({ label, error = null, children }: GroupProps) {
  return (
    <div>
      <Input.Label component="div">{label}</Input.Label>
      <div role="group" aria-label={label} className={classes.pills}>
        {children}
      </div>
      {error !== null && (
        <Input.Error mt={4} data-invalid>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
