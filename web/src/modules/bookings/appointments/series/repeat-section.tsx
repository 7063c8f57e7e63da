import { Checkbox, Stack, Text } from '@mantine/core';
import { previewSeries } from '@samay/contract/bookings/series';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatCount } from '@samay/contract/core/money';
import { LocalDate } from '@samay/contract/core/time';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { wording } from '@samay/contract/core/wording';
import { useAppointmentWording } from '../wording.ts';
import { OccurrenceList } from './occurrence-list.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { firstRepeat, repeatOf, type RepeatValues } from './repeat-values.ts';
import { chosenOf, type Decisions } from './series-plan.ts';

type Preview = BodyInput<typeof previewSeries>;

/** The dates of a series that are to be booked; null without *Repeat*, and empty while nothing can be booked yet. */
export type ChosenDates = ReturnType<typeof chosenOf> | null;

interface RepeatSectionProps {
  /** What the form says of the first booking. */
  first: Omit<Preview, 'repeat'>;
  onChange: (chosen: ChosenDates) => void;
}

/** *Repeat*: the rule, and each date before anything is made. */
export function RepeatSection({ first, onChange }: RepeatSectionProps) {
  const [values, setValues] = useState<RepeatValues | null>(null);
  const isDay = LocalDate.safeParse(first.date).success;
  return (
    <Stack gap="sm">
      <Checkbox
        label="Repeat"
        checked={values !== null}
        disabled={!isDay && values === null}
        onChange={(event) => {
          setValues(event.currentTarget.checked ? firstRepeat(first.date) : null);
          onChange(event.currentTarget.checked ? [] : null);
        }}
      />
      {values && <Dates first={first} values={values} onValues={setValues} onChange={onChange} />}
    </Stack>
  );
}

interface DatesProps extends RepeatSectionProps {
  values: RepeatValues;
  onValues: (values: RepeatValues) => void;
}

function Dates({ first, values, onValues, onChange }: DatesProps) {
  const { bookings } = wording[useAppointmentWording().businessType];
  const parsed = repeatOf(values);
  const body = 'rule' in parsed ? { ...first, repeat: parsed.rule } : undefined;
  const asked = JSON.stringify(body);
  // What was decided about dates of another time or rule is history.
  const [decided, setDecided] = useState<{ asked: string | undefined; decisions: Decisions }>({ asked, decisions: {} });
  const decisions = decided.asked === asked ? decided.decisions : {};
  const preview = useQuery({
    queryKey: ['availability', 'slots', 'series', body],
    queryFn: ({ signal }) => call(previewSeries, { body: body as Preview, signal }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
  const occurrences = preview.isPlaceholderData ? undefined : preview.data?.occurrences;
  const chosen = occurrences && body ? chosenOf(occurrences, decisions) : [];
  const told = JSON.stringify(chosen);
  useEffect(() => onChange(JSON.parse(told) as ChosenDates), [onChange, told]);

  return (
    <Stack gap="sm">
      <RepeatFields values={values} errors={'errors' in parsed ? parsed.errors : {}} onChange={onValues} />
      {preview.isError && <FailureNotice text={errorText(preview.error, 'The dates could not be checked.')} />}
      <Text size="sm" role="status">
        {occurrences ? countOf(chosen.length, occurrences.length, bookings) : body && !preview.isError ? 'Checking the dates…' : ''}
      </Text>
      {occurrences && (
        <OccurrenceList
          occurrences={occurrences}
          decisions={decisions}
          onDecide={(date, decision) => setDecided({ asked, decisions: { ...decisions, [date]: decision } })}
        />
      )}
    </Stack>
  );
}

function countOf(chosen: number, all: number, bookings: string): string {
  const skipped = all - chosen;
  return `${formatCount(chosen)} ${bookings}${skipped > 0 ? `, ${formatCount(skipped)} skipped` : ''}`;
}
