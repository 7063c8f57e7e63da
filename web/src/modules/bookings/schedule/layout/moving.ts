import type { ScheduledBooking } from '@samay/contract/bookings/schedule';
import type { Service } from '@samay/contract/availability/services';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { dayMinutes, minutesOfDay, spanOf } from './blocks.ts';
import { type Column, resourceIn } from './columns.ts';
import { clock } from './hours.ts';
import type { Place } from './places.ts';

/**
 * Where a booking would be put: a column, minutes after its midnight, and how long it would last.
 */
export interface Target {
  readonly column: number;
  readonly from: number;
  readonly duration: number;
}

/** A booking with the place that it is being moved to, before it is put there. */
export interface Moving extends Target {
  readonly booking: ScheduledBooking;
  readonly original: Target;
}

/** What is asked of the server. */
export interface Move {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly duration: number;
  readonly resourceId: string | null;
  readonly overbookedReason?: string;
}

/** Minutes by which an edge is moved; every length of a booking is a multiple of five. */
const edgeStep = 15;

/** Where a booking is before it is moved, as seen from a column that shows it. */
export function startOf(booking: ScheduledBooking, column: number, date: LocalDate): Moving {
  const original = { column, from: spanOf(date, booking).from, duration: booking.duration };
  return { booking, original, ...original };
}

/**
 * The target of a drag: by steps from where the booking was, so that a booking on the grid stays on
 * it.
 */
export function shifted(
  { original }: Moving,
  { column, minutes, step }: { column: number; minutes: number; step: number },
): Target {
  const from = original.from + Math.round(minutes / step) * step;
  return { column, from: within(from, 0, dayMinutes - 5), duration: original.duration };
}

/** The target of a drag of the lower edge. */
export function lengthened({ original }: Moving, minutes: number): Target {
  const duration = original.duration + Math.round(minutes / edgeStep) * edgeStep;
  return { ...original, duration: within(duration, Math.min(original.duration, edgeStep), 720) };
}

/**
 * The target after one more key; undefined for a key that moves nothing. With Shift the lower edge
 * is moved, with Ctrl or Alt the block.
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
 * What a target means for a booking. In a column of none or all, and within its own court, it keeps
 * what it occupies.
 */
export function moveOf(
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

/** The minutes by which a booking is moved: those between two starts of its service. */
export function stepOf({ serviceName }: ScheduledBooking, services: readonly Service[]): number {
  const service = services.find(({ name }) => name === serviceName) ?? services[0];
  return service ? (service.grid ?? Math.min(service.duration, 60)) : 15;
}

export function timeOfMove({ date, time, duration, resourceId }: ScheduledBooking): Move {
  return { date, time, duration, resourceId };
}

/**
 * The minutes of a column in which a slot's button stands for them: those that no block covers
 * wholly.
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

/** Minutes after midnight at a minute of the day, `2026-11-22 18:05`; undefined on another day. */
export function nowIn({ date }: Pick<Column, 'date'>, minute: string): number | undefined {
  return minute.startsWith(date) ? minutesOfDay(minute.slice(11)) : undefined;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
