import { Skeleton, Stack, Text } from '@mantine/core';
import { maxReminded, type Tomorrow } from '@samay/contract/bookings/tomorrow';
import { formatCount } from '@samay/contract/core/money';
import { addDays, formatDay, type LocalDate } from '@samay/contract/core/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { cancelAndRefetch } from '../../../../lib/query-client.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../../ui/feedback/slow-notice.tsx';
import { DayInput } from '../../../../ui/form/day-input.tsx';
import { ScreenHead } from '../../../../ui/layout/screen-head.tsx';
import { whenSent } from '@samay/contract/bookings/whatsapp-messages/labels';
import { expectedPeople } from './api.ts';
import { isReminded, isUnreached } from './reached.ts';
import { TomorrowList } from './tomorrow-list.tsx';

/**
 * Renders the people of tomorrow, or of another day, in order of time: one press each opens their
 * reminder in WhatsApp, and notes who comes.
 */
export function TomorrowScreen() {
  const today = useToday();
  const [chosen, setChosen] = useState<LocalDate>();
  const date = chosen ?? addDays(today, 1);
  const { data, error, isFetching, isPlaceholderData } = useQuery(expectedPeople(date));
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, expectedPeople(date).queryKey);
  return (
    <Stack gap="md">
      <ScreenHead title={date === addDays(today, 1) ? 'Tomorrow' : formatDay(date)} hint={whenSent}>
        <DayInput label="Day" value={date} earliest={today} onChange={setChosen} />
      </ScreenHead>
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load who is expected')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && (
        <div role="group" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          <Skeleton height={280} radius="lg" />
        </div>
      )}
      {data && data.date === date && !isPlaceholderData && <People shown={data} />}
    </Stack>
  );
}

function People({ shown }: { shown: Tomorrow }) {
  if (shown.rows.length === 0) return <EmptyState text={`Nobody is expected on ${formatDay(shown.date)}`} />;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {countsText(shown)}
      </Text>
      <TomorrowList shown={shown} />
      {shown.count > shown.rows.length && (
        <Text
          size="sm"
          c="dimmed"
        >{`The first ${maxReminded} of ${formatCount(shown.count)} are shown.`}</Text>
      )}
    </>
  );
}

/** Formats how many are expected, come, were reminded by anybody, were not reached, and have no number for WhatsApp. */
function countsText({ rows, count }: Tomorrow): string {
  const counted = [
    [count, 'expected'],
    [rows.filter(({ comingAt }) => comingAt !== undefined).length, 'coming'],
    [rows.filter(isReminded).length, 'reminded'],
    [rows.filter(isUnreached).length, 'not reached'],
    [rows.filter((row) => row.reminder === null && !isReminded(row)).length, 'not on WhatsApp'],
  ] as const;
  return counted
    .filter(([number]) => number > 0)
    .map(([number, name]) => `${formatCount(number)} ${name}`)
    .join(', ');
}
