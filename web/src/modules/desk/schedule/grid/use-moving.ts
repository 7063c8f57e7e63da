import type { Service } from '@samay/contract/availability/services';
import type { ScheduledBooking } from '@samay/contract/desk/schedule';
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import { rangeText } from '../../../../lib/days.ts';
import type { Column } from '../layout/columns.ts';
import { clock } from '../layout/hours.ts';
import {
  isMoved,
  keyedTarget,
  type Move,
  type Moving,
  makeMove,
  startMoving,
  findStep,
} from '../layout/moving.ts';
import type { Place } from '../layout/places.ts';
import { useDrag } from './use-drag.ts';
import { minutePx, useFocusKept } from './use-place.ts';

interface MovingOptions {
  scroller: RefObject<HTMLDivElement | null>;
  columns: readonly Column[];
  places: readonly Place[];
  services: readonly Service[];
  onMove: (booking: ScheduledBooking, to: Move) => void;
}

/** Moves a booking of the grid, by a drag or by keys, and says by text where it is. */
export function useMoving({ scroller, columns, places, services, onMove }: MovingOptions) {
  const [moving, setMoving] = useState<Moving>();
  const [said, setSaid] = useState('');
  const drag = useDrag({ scroller, minutePx, onMoving: setMoving, onDrop: put });
  const keepFocus = useFocusKept(scroller);
  const startIn = (booking: ScheduledBooking, column: number) =>
    startMoving(booking, column, columns[column]?.date ?? booking.date);

  function put(to: Moving): void {
    setMoving(undefined);
    keepFocus(to.booking.id);
    onMove(to.booking, makeMove(to, columns, places));
  }

  function grip(event: PointerEvent, booking: ScheduledBooking, column: number, isEdge: boolean): void {
    drag.grip(event, { start: startIn(booking, column), step: findStep(booking, services), isEdge });
  }

  function handleKey(event: KeyboardEvent, booking: ScheduledBooking, column: number): void {
    const current = moving?.booking.id === booking.id ? moving : startIn(booking, column);
    const target = keyedTarget(current, event, {
      step: findStep(booking, services),
      columns: columns.length,
    });
    if (target) {
      event.preventDefault();
      const next = { ...current, ...target };
      setMoving(next);
      setSaid(`${movingText(next, columns)}. Enter moves it, Escape leaves it where it was.`);
    } else if (moving && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      event.stopPropagation();
      setSaid(event.key === 'Enter' ? '' : 'Left where it was');
      if (event.key === 'Enter' && isMoved(moving)) put(moving);
      else setMoving(undefined);
    }
  }

  return { moving, said, grip, handleKey, wasDrag: drag.wasDrag, leave: () => setMoving(undefined) };
}

/** Names a booking with the time and the column to which it is being moved. */
export function movingText({ booking, column, from, duration }: Moving, columns: readonly Column[]): string {
  const title = columns[column]?.title ?? '';
  const range = rangeText(clock(from), clock(from + duration));
  return `${booking.personName}: ${range}${title === '' ? '' : `, ${title}`}`;
}
