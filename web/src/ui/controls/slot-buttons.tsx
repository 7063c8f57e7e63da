import { UnstyledButton } from '@mantine/core';
import type { Slot } from '@samay/contract/core/alternatives';
import { formatTime } from '@samay/contract/core/time';
import { type KeyboardEvent, useState } from 'react';
import { timeText } from '../../lib/days.ts';
import classes from './slot-buttons.module.css';

interface SlotButtonsProps {
  /** The label of the group. */
  label: string;
  slots: readonly Slot[];
  /** The chosen start, as `2026-11-22 18:00`. */
  chosen?: string;
  /** Returns the text of a button; its accessible name is the whole time. */
  toText?: (slot: Slot) => string;
  /** Returns the name of a start's part, if it is shown. */
  getPartName?: (slot: Slot) => string | undefined;
  /** Whether each start also shows its day. */
  hasDays?: boolean;
  /** Whether only two lines are shown, and the others by scrolling. */
  isShort?: boolean;
  onPick: (slot: Slot) => void;
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Renders free starts as buttons. For the keyboard they are one stop: the arrow keys move between
 * them.
 */
export function SlotButtons({
  label,
  slots,
  chosen,
  toText,
  getPartName,
  hasDays = false,
  isShort,
  onPick,
}: SlotButtonsProps) {
  const getTime = hasDays ? timeText : ({ time }: Slot) => formatTime(time);
  const getName = (slot: Slot) => [getTime(slot), getPartName?.(slot)].filter(Boolean).join(' · ');
  const [focused, setFocused] = useState<string>();
  const stop =
    [focused, chosen].find((key) => slots.some((slot) => getKey(slot) === key)) ?? getKey(slots[0]);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    buttons
      .at((buttons.findIndex((button) => button === document.activeElement) + step) % buttons.length)
      ?.focus();
  }

  return (
    <div
      role="group"
      aria-label={label}
      className={classes.slots}
      data-short={isShort || undefined}
      onKeyDown={handleKeyDown}
    >
      {slots.map((slot) => (
        <UnstyledButton
          key={getKey(slot)}
          className={classes.slot ?? ''}
          tabIndex={getKey(slot) === stop ? 0 : -1}
          aria-label={getName(slot)}
          title={getPartName?.(slot)}
          aria-pressed={getKey(slot) === chosen}
          onFocus={() => setFocused(getKey(slot))}
          onClick={() => onPick(slot)}
        >
          {(toText ?? getName)(slot)}
        </UnstyledButton>
      ))}
    </div>
  );
}

function getKey(slot: Slot | undefined): string | undefined {
  return slot && `${slot.date} ${slot.time}`;
}
