import { type KeyboardEvent, useState } from 'react';

const ways: Record<string, readonly [down: number, across: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

interface Stop {
  readonly column: string;
  readonly minutes: number;
}

/**
 * Makes the empty places one stop of the Tab key; the arrow keys move between them and into the
 * neighbouring columns.
 */
export function useSlotKeys() {
  const [stop, setStop] = useState<Stop>();

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const way = ways[event.key];
    const slot = event.target as HTMLElement;
    if (!way || !slot.matches('[data-slot]') || event.ctrlKey || event.altKey || event.shiftKey) return;
    const next = findNext(event.currentTarget, slot, way);
    event.preventDefault();
    if (!next) return;
    setStop({ column: getColumn(next)?.dataset['column'] ?? '', minutes: toMinutes(next) });
    next.focus();
  }

  return { stop, handleKeyDown };
}

function findNext(
  grid: HTMLElement,
  slot: HTMLElement,
  [down, across]: readonly [number, number],
): HTMLElement | undefined {
  const columns = [...grid.querySelectorAll<HTMLElement>('[data-column]')];
  const column = getColumn(slot);
  if (down !== 0) {
    const slots = getSlots(column);
    return slots[slots.indexOf(slot) + down];
  }
  const neighbours = getSlots(columns[columns.findIndex((each) => each === column) + across]);
  const at = toMinutes(slot);
  return neighbours.toSorted((a, b) => Math.abs(toMinutes(a) - at) - Math.abs(toMinutes(b) - at))[0];
}

function getColumn(slot: HTMLElement): HTMLElement | null {
  return slot.closest<HTMLElement>('[data-column]');
}

function getSlots(column: HTMLElement | null | undefined): HTMLElement[] {
  return [...(column?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])];
}

function toMinutes(slot: HTMLElement): number {
  return Number(slot.dataset['slot']);
}
