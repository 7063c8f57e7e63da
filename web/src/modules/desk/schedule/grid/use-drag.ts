import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { isMoved, lengthened, type Moving, shifted, type Target } from '../layout/moving.ts';

/** The time that a finger must rest on a block to drag it; a finger that moves earlier scrolls. */
const restMs = 350;
/** The movement in pixels below which a pointer presses. A finger is never completely still. */
const pressPx = { mouse: 5, touch: 10 };
/** The distance from an edge of the grid within which a drag scrolls it. */
const edgePx = 32;

interface DragOptions {
  scroller: RefObject<HTMLDivElement | null>;
  minutePx: number;
  onMoving: (moving: Moving | undefined) => void;
  onDrop: (moving: Moving) => void;
}

interface Grip {
  readonly start: Moving;
  readonly step: number;
  readonly isEdge: boolean;
}

/**
 * Drags blocks and their lower edges with mouse, pen or a resting finger. Escape leaves the block
 * where it was.
 */
export function useDrag({ scroller, minutePx, onMoving, onDrop }: DragOptions) {
  const end = useRef<(() => void) | undefined>(undefined);
  const hasDragged = useRef(false);
  useEffect(() => () => end.current?.(), []);

  function grip(event: ReactPointerEvent, { start, step, isEdge }: Grip): void {
    if (event.button !== 0 || end.current) return;
    const from = { x: event.clientX, y: event.clientY, top: scroller.current?.scrollTop ?? 0 };
    const { pointerId } = event;
    const isTouch = event.pointerType === 'touch';
    const stillPx = isTouch ? pressPx.touch : pressPx.mouse;
    let isHeld = !isTouch;
    let moving: Moving | undefined;
    hasDragged.current = false;
    const timer = setTimeout(() => {
      isHeld = true;
      if (isTouch) onMoving((moving = start));
    }, restMs);

    function finish(): void {
      clearTimeout(timer);
      stopListening();
      end.current = undefined;
      onMoving(undefined);
    }

    function follow(pointer: PointerEvent): void {
      if (pointer.pointerId !== pointerId) return;
      const [dx, dy] = [pointer.clientX - from.x, pointer.clientY - from.y];
      const isPress = Math.abs(dx) < stillPx && Math.abs(dy) < stillPx;
      if (!isHeld && !isPress) finish();
      if (!isHeld || (isPress && !moving)) return;
      hasDragged.current = true;
      scrollNear(scroller.current, pointer.clientY);
      const minutes = (dy + (scroller.current?.scrollTop ?? 0) - from.top) / minutePx;
      const column = columnAt(scroller.current, pointer.clientX);
      const target = dragTarget({ start, step, isEdge }, minutes, column);
      onMoving((moving = { ...start, ...target }));
    }

    function drop(pointer: PointerEvent): void {
      if (pointer.pointerId !== pointerId) return;
      const dropped = moving;
      finish();
      if (dropped && isMoved(dropped)) onDrop(dropped);
    }

    const stopListening = listen({ follow, drop, finish, isHeld: () => isHeld });
    end.current = finish;
  }

  return {
    grip,
    /** Whether the press that ends now was a drag, which opens nothing. */
    wasDrag: () => hasDragged.current,
  };
}

interface Listeners {
  readonly follow: (pointer: PointerEvent) => void;
  readonly drop: (pointer: PointerEvent) => void;
  readonly finish: () => void;
  readonly isHeld: () => boolean;
}

/** Listens to the pointer and to Escape; returns the function that stops it. */
function listen({ follow, drop, finish, isHeld }: Listeners): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  addEventListener('pointermove', follow, { signal });
  addEventListener('pointerup', drop, { signal });
  addEventListener('pointercancel', finish, { signal });
  addEventListener('keydown', (key) => key.key === 'Escape' && finish(), { signal });
  // Blocks scrolling after the block is held: the finger drags the block and not the page.
  addEventListener('touchmove', (touch) => isHeld() && touch.preventDefault(), { signal, passive: false });
  return () => listeners.abort();
}

/** Returns the target of a drag by some minutes, over a column of the grid or beyond all. */
function dragTarget({ start, step, isEdge }: Grip, minutes: number, column: number | undefined): Target {
  return isEdge
    ? lengthened(start, minutes)
    : shifted(start, { column: column ?? start.column, minutes, step });
}

function columnAt(scroller: HTMLElement | null, x: number): number | undefined {
  const columns = [...(scroller?.querySelectorAll('[data-column]') ?? [])];
  const index = columns.findIndex((column) => {
    const { left, right } = column.getBoundingClientRect();
    return x >= left && x < right;
  });
  return index < 0 ? undefined : index;
}

function scrollNear(scroller: HTMLElement | null, y: number): void {
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y > bottom - edgePx) scroller.scrollTop += 12;
  else if (y < top + edgePx * 2) scroller.scrollTop -= 12;
}
