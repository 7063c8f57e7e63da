import { UnstyledButton } from '@mantine/core';
import { formatTime } from '@samay/contract/core/time';
import type { CSSProperties, ReactNode } from 'react';
import type { Block, Span } from '../layout/blocks.ts';
import type { Column } from '../layout/columns.ts';
import { clock, type Closure } from '../layout/hours.ts';
import classes from './grid.module.css';
import { slotStarts } from '../layout/moving.ts';

/** The length in minutes of an empty place that opens the form. */
export const slotMinutes = 30;

export interface ColumnContent {
  readonly column: Column;
  readonly blocks: readonly Block[];
  readonly buffers: readonly Span[];
  readonly closed: readonly Span[];
  readonly closures: readonly Closure[];
}

interface GridColumnProps {
  content: ColumnContent;
  shown: Span;
  /** The name of the column for screen readers. */
  label: string;
  isToday: boolean;
  /** The empty place that the Tab key reaches, in minutes. */
  stop: number | undefined;
  /** Books a time; undefined if nothing can be booked. */
  onPick: ((minutes: number) => void) | undefined;
  /** The preview of a moving block at its target. */
  preview: ReactNode;
  children: (block: Block) => ReactNode;
}

/** Renders one column: closed times, empty places and bookings. */
export function GridColumn({
  content,
  shown,
  label,
  isToday,
  stop,
  onPick,
  preview,
  children,
}: GridColumnProps) {
  const { column, blocks, buffers, closed, closures } = content;
  return (
    <div
      role="group"
      className={classes.column}
      aria-label={label}
      data-column={column.key}
      data-today={isToday || undefined}
    >
      {closed.map((span) => (
        <div key={span.from} className={classes.closed} style={placed(span, shown)} />
      ))}
      {closures.map((closure) => (
        <div
          key={`${closure.from} ${closure.reason}`}
          className={classes.closure}
          style={placed(closure, shown)}
        >
          <span className={classes.reason} title={closure.reason}>
            Closed · {closure.reason}
          </span>
        </div>
      ))}
      {buffers.map((span) => (
        <div
          key={`${span.from} ${span.to}`}
          className={classes.buffer}
          style={placed(span, shown)}
          title="Gap"
        />
      ))}
      {onPick &&
        slotStarts(shown, blocks, slotMinutes).map((at) => (
          <UnstyledButton
            key={at}
            className={classes.slot ?? ''}
            style={placed({ from: at, to: at + slotMinutes }, shown)}
            mod={{ slot: at }}
            tabIndex={at === stop ? 0 : -1}
            aria-label={
              `${formatTime(clock(at))} to ${formatTime(clock(at + slotMinutes))}` +
              (label === '' ? '' : `, ${label}`)
            }
            onClick={() => onPick(at)}
          />
        ))}
      {blocks.length > 0 && (
        <ul className={classes.blocks}>
          {blocks.map((block) => (
            <li key={block.key} className={classes.place} style={placedBlock(block, shown)}>
              {children(block)}
            </li>
          ))}
        </ul>
      )}
      {preview}
    </div>
  );
}

/** Returns the position of a span of the day in the grid. */
export function placed({ from, to }: Span, shown: Span): CSSProperties {
  const top = Math.max(from, shown.from) - shown.from;
  const height = Math.min(to, shown.to) - Math.max(from, shown.from);
  return { top: `calc(${top} * var(--minute))`, height: `calc(${Math.max(0, height)} * var(--minute))` };
}

function placedBlock(block: Block, shown: Span): CSSProperties {
  const { lane, lanes, columns } = block;
  return {
    ...placed(block, shown),
    insetInlineStart: `${(lane / lanes) * 100}%`,
    width: columns > 1 ? `calc(${columns * 100}% + ${columns - 1}px)` : `${100 / lanes}%`,
  };
}
