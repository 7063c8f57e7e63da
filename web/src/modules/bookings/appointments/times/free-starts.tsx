import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { Slot } from '@samay/contract/core/alternatives';
import { addDays, formatWeekday, type LocalDate } from '@samay/contract/core/time';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { freeStarts, nextFreeStarts } from '../../../../lib/availability.ts';
import { minuteNow, useMinute } from '../../../../lib/browser/use-minute.ts';
import { useNight } from '../../free-tonight.tsx';
import { type Night, slotsOf } from '../../night.ts';
import { SlotButtons } from '../../slot-buttons.tsx';
import { useAppointmentWording } from '../../wording.ts';
import { isDate, minutes, type TimeChoices, type TimeValues } from './time-choices.ts';

interface FreeStartsProps {
  values: TimeValues;
  choices: TimeChoices;
  /** The booking that is moved: its own time is free. */
  except?: string;
  /** With the doctor, court or part of the start. */
  onPick: (slot: Slot) => void;
  onTime: (time: { date: string; time: string }) => void;
}

/** *Now*, *Next free*, and the free starts of the day as buttons. */
export function FreeStarts({ values, choices, except, onPick, onTime }: FreeStartsProps) {
  const hasStarts = choices.resource !== undefined || (choices.isAny && choices.resources.length > 0);
  const duration = minutes(values.duration);
  const wanted = {
    ...(values.serviceId !== null && { service: values.serviceId }),
    ...(choices.resource && { resource: choices.resource.id }),
    ...(duration !== undefined && { duration }),
    ...(except !== undefined && { except }),
  };
  const groups = useDayStarts({ wanted, values, isWanted: hasStarts && isDate(values.date) });
  const [first, ...others] = groups ?? [];
  const chosen = `${values.date} ${values.time.slice(0, 5)}`;
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
      {first && first.slots.length > 0 && <SlotButtons label={first.title} slots={first.slots} chosen={chosen} isShort onPick={onPick} />}
      {others.map(({ title, slots }) => (
        <Box key={title} pt={4}>
          <Text size="sm" c="dimmed" mb={4}>
            {title}
          </Text>
          <SlotButtons label={title} slots={slots} chosen={chosen} isShort onPick={onPick} />
        </Box>
      ))}
    </Stack>
  );
}

interface Wanted {
  readonly service?: string;
  readonly resource?: string;
  readonly duration?: number;
  readonly except?: string;
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
  // Pressed again it goes on from the start that it has found; otherwise it begins at a day to come, or now.
  const isFound = next.data?.date === date && next.data.time === time;
  const after = isFound ? minuteAfter(date, time) : date > minuteNow().slice(0, 10) && isDate(date) ? { date, time: '00:00' } : {};
  return (
    <Group gap={0}>
      <Button variant="default" size="xs" mih={{ base: 44, sm: 32 }} loading={next.isPending} onClick={() => next.mutate(after)}>
        Next free
      </Button>
      <Text role="status" size="sm" c="dimmed" ms={next.isError || (next.isSuccess && !next.data) ? 'xs' : 0}>
        {next.isError && 'Failed to find the next free start'}
        {next.isSuccess && !next.data && 'Nothing is free in the next 400 days'}
      </Text>
    </Group>
  );
}

interface StartGroup {
  readonly title: string;
  readonly slots: readonly Slot[];
}

/** The starts of the chosen day. A turf's evening is *tonight*, with the hours after midnight that belong to it. */
function useDayStarts({ wanted, values, isWanted }: { wanted: Wanted; values: TimeValues; isWanted: boolean }): StartGroup[] | undefined {
  const { date } = values;
  const night = useNight(useAppointmentWording().businessType === 'turf');
  const minute = useMinute();
  const to = isWanted && night?.date === date ? addDays(date, 1) : date;
  const { data } = useQuery({ ...freeStarts({ ...wanted, from: date, to }), enabled: isWanted });
  if (!data || !isWanted) return undefined;
  const slots = distinct(data.resources.flatMap(slotsOf).filter((slot) => keyOf(slot) >= minute));
  const groups = groupsOf(slots, date, night, minute.slice(0, 10)).filter((group) => group.slots.length > 0);
  return groups.length > 0 ? groups : [{ title: `Nothing is ${freeOn(date, minute.slice(0, 10))}`, slots: [] }];
}

function groupsOf(slots: readonly Slot[], date: LocalDate, night: Night | undefined, today: LocalDate): StartGroup[] {
  const isTonight = (slot: Slot) => night !== undefined && keyOf(slot) >= night.from && keyOf(slot) < night.until;
  const tonight = { title: 'Free tonight', slots: slots.filter(isTonight) };
  const day = { title: capitalised(freeOn(date, today)), slots: slots.filter((slot) => slot.date === date && !isTonight(slot)) };
  const isAfterMidnight = night !== undefined && night.date < date;
  return isAfterMidnight ? [tonight, day] : [day, tonight];
}

function freeOn(date: LocalDate, today: LocalDate): string {
  if (date === today) return 'free today';
  return date === addDays(today, 1) ? 'free tomorrow' : `free on ${formatWeekday(date)}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One of each start, by time: where any doctor or court will do, the first that is free. */
function distinct(slots: readonly Slot[]): Slot[] {
  const first = new Map<string, Slot>();
  for (const slot of slots) if (!first.has(keyOf(slot))) first.set(keyOf(slot), slot);
  return [...first.values()].toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

function keyOf({ date, time }: Slot): string {
  return `${date} ${time}`;
}

function startNow(): { date: string; time: string } {
  const [date = '', time = ''] = minuteNow().split(' ');
  return { date, time };
}

function minuteAfter(date: string, time: string): { date: string; time: string } {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const next = hour * 60 + minute + 1;
  if (next === 24 * 60) return { date: addDays(date, 1), time: '00:00' };
  return { date, time: `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}` };
}
