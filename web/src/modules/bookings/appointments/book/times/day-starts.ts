import { firstOfAny } from '@samay/contract/availability/any-free';
import type { Size } from '@samay/contract/availability/resources';
import type { Slot } from '@samay/contract/core/alternatives';
import { addDays, formatWeekday, type LocalDate } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { freeStarts } from '../../../../../lib/availability.ts';
import { minuteNow, useMinute } from '../../../../../lib/browser/use-minute.ts';
import { useNight } from '../../../free-tonight.tsx';
import { type Night, getSlots } from '../../../night.ts';
import { useAppointmentWording } from '../../../wording.ts';
import type { TimeChoices } from './time-choices.ts';

/** The query of free starts. */
export interface Wanted {
  readonly service?: string;
  readonly resource?: string;
  readonly duration?: number;
  /** The size of court, for the next free starts; those of a day are of both. */
  readonly size?: Size;
  readonly except?: string;
}

interface DayOfStarts {
  wanted: Wanted;
  choices: TimeChoices;
  date: LocalDate;
  isWanted: boolean;
}

/** Free starts under one title. */
export interface StartGroup {
  readonly title: string;
  readonly slots: readonly Slot[];
}

/**
 * Returns the starts of the chosen day. A turf's evening is *tonight*, including the hours after
 * midnight that belong to it.
 */
export function useDayStarts({ wanted, choices, date, isWanted }: DayOfStarts): StartGroup[] | undefined {
  const night = useNight(useAppointmentWording().businessType === 'turf');
  const minute = useMinute();
  const to = isWanted && night?.date === date ? addDays(date, 1) : date;
  const { size: _, ...ofAnySize } = wanted;
  const { data } = useQuery({ ...freeStarts({ ...ofAnySize, from: date, to }), enabled: isWanted });
  if (!data || !isWanted) return undefined;
  const free = data.resources.flatMap(getSlots).filter((slot) => getKey(slot) >= minute);
  const slots = eachOnce(free, choices).toSorted((a, b) => getKey(a).localeCompare(getKey(b)));
  const groups = groupStarts(slots, date, night, minute.slice(0, 10)).filter(
    (group) => group.slots.length > 0,
  );
  return groups.length > 0
    ? groups
    : [{ title: `Nothing is ${freeOn(date, minute.slice(0, 10))}`, slots: [] }];
}

function groupStarts(
  slots: readonly Slot[],
  date: LocalDate,
  night: Night | undefined,
  today: LocalDate,
): StartGroup[] {
  const isTonight = (slot: Slot) =>
    night !== undefined && getKey(slot) >= night.from && getKey(slot) < night.until;
  const tonight = { title: 'Free tonight', slots: slots.filter(isTonight) };
  const day = {
    title: capitalised(freeOn(date, today)),
    slots: slots.filter((slot) => slot.date === date && !isTonight(slot)),
  };
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

/**
 * Removes starts of equal time: if any doctor or court will do, the first free one stays, a part
 * only if no whole court is free. If a size is meant, only starts of that size stay.
 */
export function eachOnce(slots: readonly Slot[], choices: TimeChoices): Slot[] {
  const { courts, size } = choices;
  const getWhole = ({ resourceId }: Slot) => courts.find(({ id }) => id === resourceId)?.wholeId ?? null;
  return firstOfAny(slots, { getStart: getKey, getWhole, size });
}

function getKey({ date, time }: Slot): string {
  return `${date} ${time}`;
}

/** Returns this minute, the start of a booking that begins now. */
export function startNow(): { date: string; time: string } {
  const [date = '', time = ''] = minuteNow().split(' ');
  return { date, time };
}
