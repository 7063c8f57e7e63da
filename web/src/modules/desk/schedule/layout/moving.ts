import type { ScheduledBooking } from '@samay/contract/desk/schedule';
import type { Service } from '@samay/contract/availability/services';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { dayMinutes, minutesOfDay, spanIn } from './blocks.ts';
import { type Column, resourceIn } from './columns.ts';
import { clock } from './hours.ts';
import type { Place } from './places.ts';

/** The target of a moved booking: a column, minutes after its midnight, and its duration. */
export interface Target {
  readonly column: number;
  readonly from: number;
  readonly duration: number;
}

/** A booking with its target while it is being moved. */
export interface Moving extends Target {
  readonly booking: ScheduledBooking;
  readonly original: Target;
}

/** The request of a move. */
export interface Move {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly duration: number;
  readonly resourceId: string | null;
  readonly overbookedReason?: string;
}

/** The minutes by which an edge is moved; every length of a booking is a multiple of five. */
const edgeStep = 15;

/** Returns the place of a booking before it is moved, as seen from a column that shows it. */
export function startMoving(booking: ScheduledBooking, column: number, date: LocalDate): Moving {
  const original = { column, from: spanIn(date, booking).from, duration: booking.duration };
  return { booking, original, ...original };
}

/**
 * Returns the target of a drag: by steps from the booking's own time, so that a booking on the grid
 * stays on it.
 */
export function shifted(
  { original }: Moving,
  { column, minutes, step }: { column: number; minutes: number; step: number },
): Target {
  const from = original.from + Math.round(minutes / step) * step;
  return { column, from: within(from, 0, dayMinutes - 5), duration: original.duration };
}

/** Returns the target of a drag of the lower edge. */
export function lengthened({ original }: Moving, minutes: number): Target {
  const duration = original.duration + Math.round(minutes / edgeStep) * edgeStep;
  return { ...original, duration: within(duration, Math.min(original.duration, edgeStep), 720) };
}

/**
 * Returns the target after one more key; undefined for a key that moves nothing. With Shift the
 * lower edge is moved, with Ctrl or Alt the block.
 */
export function keyedTarget(
  moving: Moving,
  { key, shiftKey, ctrlKey, altKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey'>,
  { step, columns }: { step: number; columns: number },
): Target | undefined {
  const { column, from, duration } = moving;
  const down = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
  const across = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
  if (shiftKey && down !== 0)
    return { column, from, duration: within(duration + down * edgeStep, Math.min(duration, edgeStep), 720) };
  if (!(ctrlKey || altKey) || (down === 0 && across === 0)) return undefined;
  return {
    column: within(column + across, 0, columns - 1),
    from: within(from + down * step, 0, dayMinutes - 5),
    duration,
  };
}

export function isMoved({ original, column, from, duration }: Moving): boolean {
  return column !== original.column || from !== original.from || duration !== original.duration;
}

/**
 * Converts a target to the request of a move. In a column of none or all, and within its own court,
 * the booking keeps its resource.
 */
export function makeMove(
  { booking, column, from, duration }: Moving,
  columns: readonly Column[],
  places: readonly Place[],
): Move {
  const target = columns[column];
  const { date, resourceId } = target
    ? { date: target.date, resourceId: resourceIn(target, booking, places) }
    : booking;
  return { date, time: clock(from), duration, resourceId };
}

/**
 * Returns the minutes by which a booking is moved: the distance between two starts of its service.
 */
export function findStep({ serviceName }: ScheduledBooking, services: readonly Service[]): number {
  const service = services.find(({ name }) => name === serviceName) ?? services[0];
  return service ? (service.grid ?? Math.min(service.duration, 60)) : 15;
}

export function timeOfMove({ date, time, duration, resourceId }: ScheduledBooking): Move {
  return { date, time, duration, resourceId };
}

/**
 * Returns the minutes of a column that get a button for an empty place: those not fully covered by
 * a block.
 */
export function slotStarts(
  shown: { from: number; to: number },
  covered: readonly { from: number; to: number }[],
  minutes: number,
): number[] {
  const starts: number[] = [];
  for (let at = shown.from; at < shown.to; at += minutes) {
    if (!covered.some(({ from, to }) => from <= at && to >= at + minutes)) starts.push(at);
  }
  return starts;
}

/**
 * Returns the minutes after midnight of a minute of the day, `2026-11-22 18:05`; undefined on
 * another day.
 */
export function nowIn({ date }: Pick<Column, 'date'>, minute: string): number | undefined {
  return minute.startsWith(date) ? minutesOfDay(minute.slice(11)) : undefined;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
