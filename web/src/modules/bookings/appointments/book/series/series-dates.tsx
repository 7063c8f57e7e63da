import { Stack, Text } from '@mantine/core';
import { previewSeries } from '@samay/contract/bookings/series';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatCount } from '@samay/contract/core/money';
import { wording } from '@samay/contract/core/wording';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, errorText } from '../../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../../ui/feedback/failure-notice.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { OccurrenceList } from './occurrence-list.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { firstRepeat, parseRepeat } from './repeat-values.ts';
import { listChosen, type Decisions } from './series-plan.ts';

type Preview = BodyInput<typeof previewSeries>;

/** The form's values for the first booking. */
export type FirstOfSeries = Omit<Preview, 'repeat'>;

/** The dates of a series that are to be booked. */
export type ChosenDates = ReturnType<typeof listChosen>;

interface SeriesDatesProps {
  first: FirstOfSeries;
  onChange: (chosen: ChosenDates) => void;
}

/** Renders the rule of a series, and each of its dates before any is created. */
export function SeriesDates({ first, onChange }: SeriesDatesProps) {
  const [values, onValues] = useState(() => firstRepeat(first.date));
  const { bookings } = wording[useAppointmentWording().businessType];
  const parsed = parseRepeat(values);
  const body = 'rule' in parsed ? { ...first, repeat: parsed.rule } : undefined;
  const asked = JSON.stringify(body);
  // Discards decisions about dates of another time or rule.
  const [decided, setDecided] = useState<{ asked: string | undefined; decisions: Decisions }>({
    asked,
    decisions: {},
  });
  const decisions = decided.asked === asked ? decided.decisions : {};
  const preview = useQuery({
    queryKey: ['availability', 'slots', 'series', body],
    queryFn: ({ signal }) => call(previewSeries, { body: body as Preview, signal }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
  const occurrences = preview.isPlaceholderData ? undefined : preview.data?.occurrences;
  const chosen = occurrences && body ? listChosen(occurrences, decisions) : [];
  const told = JSON.stringify(chosen);
  useEffect(() => onChange(JSON.parse(told) as ChosenDates), [onChange, told]);

  return (
    <Stack gap="sm">
      <RepeatFields values={values} errors={'errors' in parsed ? parsed.errors : {}} onChange={onValues} />
      {preview.isError && (
        <FailureNotice text={errorText(preview.error, 'The dates could not be checked.')} />
      )}
      <Text size="sm" role="status">
        {occurrences
          ? countText(chosen.length, occurrences.length, bookings)
          : body && !preview.isError
            ? 'Checking the dates…'
            : ''}
      </Text>
      {occurrences && (
        <OccurrenceList
          occurrences={occurrences}
          decisions={decisions}
          isAny={!first.resourceId}
          onDecide={(date, decision) => setDecided({ asked, decisions: { ...decisions, [date]: decision } })}
        />
      )}
    </Stack>
  );
}

function countText(chosen: number, all: number, bookings: string): string {
  const skipped = all - chosen;
  return `${formatCount(chosen)} ${bookings}${skipped > 0 ? `, ${formatCount(skipped)} skipped` : ''}`;
}
