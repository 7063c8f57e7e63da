import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useToday } from '../../lib/browser/use-today.ts';
import { adjacentMonth, monthName } from '../../lib/months.ts';
import classes from './month-choice.module.css';

interface MonthChoiceProps {
  /** The month, such as `2026-11`. */
  month: string;
  onMonth: (month: string) => void;
}

/** Renders the name of a month between the buttons that lead to the ones before and after it. */
export function MonthChoice({ month, onMonth }: MonthChoiceProps) {
  const isCurrent = month >= useToday().slice(0, 7);
  return (
    <div role="group" aria-label="Month" className={classes.month}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Previous month"
        onClick={() => onMonth(adjacentMonth(month, -1))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <span aria-live="polite" className={classes.name}>
        {monthName(month)}
      </span>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Next month"
        disabled={isCurrent}
        onClick={() => onMonth(adjacentMonth(month, 1))}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
