import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useMinute } from '../../../../lib/browser/use-minute.ts';
import { dayMinutes, type Span } from '../layout/blocks.ts';
import { nowIn } from '../layout/moving.ts';
import type { ColumnContent } from './grid-column.tsx';

/** The height of a minute: a quarter of an hour is as high as the smallest target, 24 px. */
export const minutePx = 96 / 60;

type Scroller = RefObject<HTMLDivElement | null>;

/**
 * Scrolls to the current time if today is shown, else to the first opening or booking; again when
 * other days are shown.
 */
export function useOpenAtNow(scroller: Scroller, contents: readonly ColumnContent[], shown: Span): void {
  const minute = useMinute();
  const dates = contents.map(({ column }) => column.date);
  const days = `${dates[0]} ${dates.at(-1)}`;
  const now = contents.map(({ column }) => nowIn(column, minute)).find((at) => at !== undefined);
  const starts = contents.flatMap(({ blocks, closed }) => [
    ...blocks.map(({ from }) => from),
    ...openings(closed),
  ]);
  const first = starts.length > 0 ? Math.min(...starts) - 30 : shown.from;
  const from = now === undefined ? first : now - 60;
  const opened = useRef('');
  useLayoutEffect(() => {
    if (!scroller.current || opened.current === days) return;
    opened.current = days;
    scrollToTime(scroller.current, from - shown.from);
  });
}

/** Returns the focus to a block that a move has put into another column, which remounts it. */
export function useFocusKept(scroller: Scroller): (id: string) => void {
  const kept = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (kept.current === undefined || document.activeElement !== document.body) return;
    scroller.current?.querySelector<HTMLElement>(`[data-block="${kept.current}"]`)?.focus();
  });
  return (id) => {
    kept.current = id;
  };
}

function scrollToTime(frame: HTMLElement, minutes: number): void {
  frame.scrollTop = minutes * minutePx;
  const today = frame.querySelector<HTMLElement>('[data-column][data-today]');
  if (today) frame.scrollLeft = today.offsetLeft - (frame.clientWidth - today.offsetWidth) / 2;
}

function openings(closed: readonly Span[]): number[] {
  return closed.length > 0 && closed[0]?.from === 0 && closed[0].to < dayMinutes ? [closed[0].to] : [];
}
