import { plainTyped } from '@samay/contract/core/characters';
import { toMinutes, type SlotOnDays, type Weekday, weekdays } from '@samay/contract/tenancy/opening-hours';

export const halves = ['AM', 'PM'] as const;
export type Half = (typeof halves)[number];

/** The values of a time slot's row: the text of each time and its AM or PM. */
export interface SlotValues {
  /** The React key of the row. */
  readonly key: string;
  readonly start: string;
  readonly startHalf: Half;
  readonly end: string;
  readonly endHalf: Half;
  /** Its own days; undefined for all operating days. */
  readonly days?: readonly Weekday[] | undefined;
}

export interface Slot {
  readonly start_time: string;
  readonly end_time: string;
}

/** Returns a new row, which starts in the half of the day in which the one before it ends. */
export function emptySlot(before?: SlotValues): SlotValues {
  const startHalf = before?.endHalf ?? 'AM';
  return { key: crypto.randomUUID(), start: '', startHalf, end: '', endHalf: 'PM' };
}

/** Returns the values of a stored slot, such as `9 AM` to `1 PM`. */
export function slotValues({ start_time, end_time }: Slot): SlotValues {
  const [start, startHalf] = apart(start_time);
  const [end, endHalf] = apart(end_time);
  return { key: crypto.randomUUID(), start, startHalf, end, endHalf };
}

/** Builds the slots of the wizard's request, with the days of those that have their own. */
export function slotsOnDays(slots: readonly SlotValues[]): SlotOnDays[] {
  // A single slot is of all operating days.
  const own = slots.length > 1 ? slots.map(({ days }) => days) : [];
  return slotsBody(slots).map((slot, at) => ({ ...slot, ...(own[at] && { days: own[at] }) }));
}

/** Lists the days that slots have of their own, in the order of the week. */
export function daysOfSlots(slots: readonly SlotValues[]): Weekday[] {
  return weekdays.filter((day) => slotsOnDays(slots).some(({ days }) => days?.includes(day)));
}

/** Builds the request body. An empty text stays empty, and `9.30` means 9:30. */
export function slotsBody(slots: readonly SlotValues[]): Slot[] {
  return slots.map(({ start, startHalf, end, endHalf }) => ({
    start_time: together(start, startHalf),
    end_time: together(end, endHalf),
  }));
}

/** Returns a hint if the end of a slot is not after its start; undefined otherwise. */
export function slotHint(slot: SlotValues): string | undefined {
  const [body] = slotsBody([slot]);
  const [start, end] = [toMinutes(body?.start_time ?? ''), toMinutes(body?.end_time ?? '')];
  if (start === undefined || end === undefined || start < end) return undefined;
  return start === end ? 'Open 24 hours.' : 'Ends on the next day.';
}

function together(text: string, half: Half): string {
  const clock = plainTyped(text).replace('.', ':');
  return clock === '' ? '' : `${clock} ${half}`;
}

function apart(time: string): [string, Half] {
  const [, clock = '', letter = 'A'] = /^\s*([\d:]+)\s*([ap])/i.exec(time) ?? [];
  return [clock, letter.toUpperCase() === 'P' ? 'PM' : 'AM'];
}
