import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { Slot } from '@samay/contract/core/alternatives';
import { addDays, isCalendarDay, type LocalDate } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { nextFreeStarts } from '../../../../lib/availability.ts';
import { minuteNow } from '../../../../lib/browser/use-minute.ts';
import { SlotButtons } from '../../../../ui/controls/slot-buttons.tsx';
import { eachOnce, startNow, useDayStarts } from '../book/times/day-starts.ts';
import { getPartName, type TimeChoices, type TimeValues, wantedStarts } from '../book/times/time-choices.ts';

interface MoveStartsProps {
  values: TimeValues;
  choices: TimeChoices;
  /** The id of the booking that is moved: its own time is free. */
  except: string;
  /** Called with the start, including its doctor, court or part. */
  onPick: (slot: Slot) => void;
  onNow: (time: { date: string; time: string }) => void;
}

/**
 * Renders starts to which a press moves a booking: those of the day, the next ones after it, and
 * this minute. Each shows its time.
 */
export function MoveStarts({ values, choices, except, onPick, onNow }: MoveStartsProps) {
  const { wanted, hasStarts } = wantedStarts(values, choices, except);
  const isWanted = hasStarts && isCalendarDay(values.date);
  const groups = useDayStarts({ wanted, choices, date: values.date, isWanted }) ?? [];
  const { data } = useQuery({
    ...nextFreeStarts({ ...wanted, ...after(values.date), limit: 2 }),
    enabled: isWanted,
  });
  const next = eachOnce(data?.slots ?? [], choices);
  const ofSlots = { getPartName: getPartName(choices), onPick };
  return (
    <Stack gap={8}>
      {groups.map(({ title, slots }) => (
        <Box key={title}>
          <Title>{title}</Title>
          {slots.length > 0 && <SlotButtons label={title} slots={slots} isShort {...ofSlots} />}
        </Box>
      ))}
      <Box>
        {next.length > 0 && <Title>Next free</Title>}
        <Group gap={4}>
          {next.length > 0 && <SlotButtons label="Next free" slots={next} hasDays {...ofSlots} />}
          <Button variant="default" size="xs" mih={{ base: 44, sm: 32 }} onClick={() => onNow(startNow())}>
            Now
          </Button>
        </Group>
      </Box>
    </Stack>
  );
}

function Title({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" mb={4}>
      {children}
    </Text>
  );
}

/** Returns the day after one that is still to come; empty, for this minute, if the day is over. */
function after(date: LocalDate): { date?: LocalDate; time?: string } {
  return isCalendarDay(date) && date >= minuteNow().slice(0, 10)
    ? { date: addDays(date, 1), time: '00:00' }
    : {};
}
