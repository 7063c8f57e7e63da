import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { Slot } from '@samay/contract/core/alternatives';
import { addDays, isCalendarDay } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nextFreeStarts } from '../../../../../lib/availability.ts';
import { minuteNow } from '../../../../../lib/browser/use-minute.ts';
import { SlotButtons } from '../../../../../ui/controls/slot-buttons.tsx';
import { startNow, useDayStarts, type Wanted } from './day-starts.ts';
import { getPartName, type TimeChoices, type TimeValues, wantedStarts } from './time-choices.ts';

interface FreeStartsProps {
  values: TimeValues;
  choices: TimeChoices;
  /** Called with the start, including its doctor, court or part. */
  onPick: (slot: Slot) => void;
  onTime: (time: { date: string; time: string }) => void;
}

/** Renders *Now*, *Next free*, and the free starts of the day as buttons. */
export function FreeStarts({ values, choices, onPick, onTime }: FreeStartsProps) {
  const { wanted, hasStarts } = wantedStarts(values, choices);
  const groups = useDayStarts({
    wanted,
    choices,
    date: values.date,
    isWanted: hasStarts && isCalendarDay(values.date),
  });
  const [first, ...others] = groups ?? [];
  const ofSlots = {
    chosen: `${values.date} ${values.time.slice(0, 5)}`,
    getPartName: getPartName(choices),
    isShort: true,
    onPick,
  };
  return (
    <Stack gap={4}>
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          {first?.title}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" mih={{ base: 44, sm: 32 }} onClick={() => onTime(startNow())}>
            Now
          </Button>
          {hasStarts && <NextFree wanted={wanted} values={values} onPick={onPick} />}
        </Group>
      </Group>
      {first && first.slots.length > 0 && (
        <SlotButtons label={first.title} slots={first.slots} {...ofSlots} />
      )}
      {others.map(({ title, slots }) => (
        <Box key={title} pt={4}>
          <Text size="sm" c="dimmed" mb={4}>
            {title}
          </Text>
          <SlotButtons label={title} slots={slots} {...ofSlots} />
        </Box>
      ))}
    </Stack>
  );
}

interface NextFreeProps extends Pick<FreeStartsProps, 'values' | 'onPick'> {
  wanted: Wanted;
}

function NextFree({ wanted, values: { date, time }, onPick }: NextFreeProps) {
  const client = useQueryClient();
  const next = useMutation({
    mutationFn: async (from: { date?: string; time?: string }) =>
      (await client.fetchQuery(nextFreeStarts({ ...wanted, ...from }))).slots[0],
    onSuccess: (slot) => slot && onPick(slot),
  });
  // A second press searches on from the start found; otherwise the search begins at a day to come,
  // or now.
  const isFound = next.data?.date === date && next.data.time === time;
  const after = isFound
    ? minuteAfter(date, time)
    : date > minuteNow().slice(0, 10) && isCalendarDay(date)
      ? { date, time: '00:00' }
      : {};
  return (
    <Group gap={0}>
      <Button
        variant="default"
        size="xs"
        mih={{ base: 44, sm: 32 }}
        loading={next.isPending}
        onClick={() => next.mutate(after)}
      >
        Next free
      </Button>
      <Text role="status" size="sm" c="dimmed" ms={next.isError || (next.isSuccess && !next.data) ? 'xs' : 0}>
        {next.isError && 'Failed to find the next free start'}
        {next.isSuccess && !next.data && 'Nothing is free in the next 400 days'}
      </Text>
    </Group>
  );
}

function minuteAfter(date: string, time: string): { date: string; time: string } {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const next = hour * 60 + minute + 1;
  if (next === 24 * 60) return { date: addDays(date, 1), time: '00:00' };
  return {
    date,
    time: `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}`,
  };
}
