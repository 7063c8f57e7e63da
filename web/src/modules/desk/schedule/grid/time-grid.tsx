import { VisuallyHidden } from '@mantine/core';
import type { Service } from '@samay/contract/availability/services';
import type { ScheduledBooking } from '@samay/contract/desk/schedule';
import { formatTime, formatWeekday } from '@samay/contract/core/time';
import { IconCalendarOff } from '@tabler/icons-react';
import { type CSSProperties, useId, useRef } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { useMinute } from '../../../../lib/browser/use-minute.ts';
import { useMayClose } from '../../../../lib/session/use-may-close.ts';
import { useMayBook } from '../../../../lib/session/use-may-book.ts';
import { useAppointmentWording } from '../../../bookings/wording.ts';
import type { Block, Span } from '../layout/blocks.ts';
import type { Column } from '../layout/columns.ts';
import { clock, isCoveredByNow } from '../layout/hours.ts';
import type { Place } from '../layout/places.ts';
import { BlockButton } from './block-button.tsx';
import { type ColumnContent, GridColumn, placed, slotMinutes } from './grid-column.tsx';
import classes from './grid.module.css';
import { type Move, type Moving, nowIn, slotStarts } from '../layout/moving.ts';
import { movingText, useMoving } from './use-moving.ts';
import { minutePx, useOpenAtNow } from './use-place.ts';
import { useSlotKeys } from './use-slot-keys.ts';

interface TimeGridProps {
  contents: readonly ColumnContent[];
  shown: Span;
  places: readonly Place[];
  services: readonly Service[];
  /** Whether nothing can be booked, opened or moved. */
  isReadOnly: boolean;
  onMove: (booking: ScheduledBooking, to: Move) => void;
}

/**
 * Renders columns of time: bookings, closed times, and empty places that open the form. It opens at
 * the current time.
 */
export function TimeGrid({ contents, shown, places, services, isReadOnly, onMove }: TimeGridProps) {
  const { openNewAppointment, openDetails } = useActions();
  const mayBook = useMayBook() && !isReadOnly;
  const minute = useMinute();
  const scroller = useRef<HTMLDivElement>(null);
  const slotKeys = useSlotKeys();
  const hint = useId();
  const columns = contents.map(({ column }) => column);
  const isOfDays = new Set(columns.map(({ date }) => date)).size > 1;
  useOpenAtNow(scroller, contents, shown);
  const { moving, ...move } = useMoving({ scroller, columns, places, services, onMove });

  function pick({ date, place }: Column, minutes: number): void {
    const isOneOfMany = place !== null && places.length > 1;
    openNewAppointment({ date, time: clock(minutes), ...(isOneOfMany && { resourceId: place.id }) });
  }

  function renderBlock(block: Block, index: number) {
    const { booking, bookingId } = block;
    const isMovable = mayBook && booking?.status === 'scheduled';
    return (
      <BlockButton
        block={block}
        hint={isMovable ? hint : undefined}
        onOpen={isReadOnly || bookingId === null ? undefined : () => move.wasDrag() || openDetails(bookingId)}
        onGrip={
          isMovable && booking ? (event, isEdge) => move.grip(event, booking, index, isEdge) : undefined
        }
        onKeyDown={(event) => isMovable && booking && move.handleKey(event, booking, index)}
        onBlur={move.leave}
      />
    );
  }

  const firstStop = slotKeys.stop ?? findStop(contents, shown, minute);
  const styles = {
    '--columns': columns.length,
    '--minute': `${minutePx}px`,
    '--height': shown.to - shown.from,
  } as CSSProperties;
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={styles}
      data-moving={moving !== undefined || undefined}
      onKeyDown={slotKeys.handleKeyDown}
    >
      {columns.some(({ title }) => title !== '') && (
        <Head columns={columns} today={isOfDays ? minute.slice(0, 10) : undefined} isReadOnly={isReadOnly} />
      )}
      <div className={classes.body}>
        <Hours
          shown={shown}
          now={columns.map((column) => nowIn(column, minute)).find((at) => at !== undefined)}
        />
        {contents.map((content, index) => {
          const { column } = content;
          const now = nowIn(column, minute);
          return (
            <GridColumn
              key={column.key}
              content={content}
              shown={shown}
              label={getLabel(column)}
              isToday={isOfDays && now !== undefined}
              stop={firstStop?.column === column.key ? firstStop.minutes : undefined}
              onPick={mayBook ? (minutes) => pick(column, minutes) : undefined}
              preview={
                <>
                  {now !== undefined && now >= shown.from && now < shown.to && (
                    <div className={classes.now} style={placed({ from: now, to: now }, shown)} />
                  )}
                  {moving?.column === index && (
                    <Preview moving={moving} text={movingText(moving, columns)} shown={shown} />
                  )}
                </>
              }
            >
              {(block) => renderBlock(block, index)}
            </GridColumn>
          );
        })}
      </div>
      <VisuallyHidden id={hint}>
        Ctrl and an arrow key move it, Shift and an arrow key change how long it lasts.
      </VisuallyHidden>
      <VisuallyHidden role="status">{move.said}</VisuallyHidden>
    </div>
  );
}

interface HeadProps {
  columns: readonly Column[];
  /** The date of today, among several days. */
  today: string | undefined;
  isReadOnly: boolean;
}

/** Renders the titles of the columns, with the walk-ins of each. */
function Head({ columns, today, isReadOnly }: HeadProps) {
  const { openClosing } = useActions();
  const { away } = useAppointmentWording();
  const mayClose = useMayClose() && !isReadOnly;
  return (
    <div className={classes.head}>
      <span className={classes.corner} />
      {columns.map(({ key, date, title, place, walkIns = 0 }) => (
        <div key={key} className={classes.title} data-today={date === today ? '' : undefined} title={title}>
          <span className={classes.whom}>{title}</span>
          {walkIns > 0 && (
            <span className={classes.walkIns}>{`${walkIns} ${walkIns === 1 ? 'walk-in' : 'walk-ins'}`}</span>
          )}
          {/* The title of a week's column is its day; the button above closes its doctor or court. */}
          {mayClose && place !== null && today === undefined && (
            <button
              type="button"
              className={classes.close}
              aria-label={`${away}: ${title}…`}
              title={`${away}…`}
              onClick={() => openClosing({ resourceId: place.id, date })}
            >
              <IconCalendarOff size={16} aria-hidden />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

/** Renders a block at the place to which it is being moved. */
function Preview({ moving: { from, duration }, text, shown }: { moving: Moving; text: string; shown: Span }) {
  return (
    <div className={classes.preview} style={placed({ from, to: from + duration }, shown)} aria-hidden>
      {text}
    </div>
  );
}

/** Renders the hours at the side, without the one that the current time covers. */
function Hours({ shown, now }: { shown: Span; now: number | undefined }) {
  const hours = Array.from({ length: (shown.to - shown.from) / 60 }, (_, index) => shown.from + index * 60);
  const isNowShown = now !== undefined && now >= shown.from && now < shown.to;
  return (
    <div className={classes.hours}>
      {hours.map((at) => (
        <span key={at} className={classes.hour} style={placed({ from: at, to: at + 60 }, shown)}>
          {isNowShown && isCoveredByNow(at, now) ? '' : formatTime(clock(at)).replace(':00', '')}
        </span>
      ))}
      {isNowShown && (
        <span className={classes.clock} style={placed({ from: now, to: now }, shown)}>
          {formatTime(clock(now))}
        </span>
      )}
    </div>
  );
}

/**
 * Returns the empty place that the Tab key reaches first: the next one from now on, else the first.
 */
function findStop(
  contents: readonly ColumnContent[],
  shown: Span,
  minute: string,
): { column: string; minutes: number } | undefined {
  const today = contents.find(({ column }) => nowIn(column, minute) !== undefined) ?? contents[0];
  if (!today) return undefined;
  const now = nowIn(today.column, minute) ?? today.closed[0]?.to ?? 0;
  const starts = slotStarts(shown, today.blocks, slotMinutes);
  const minutes = starts.find((at) => at >= now) ?? starts[0];
  return minutes === undefined ? undefined : { column: today.column.key, minutes };
}

/** Names a column for screen readers; on a day of one column it is the day. */
function getLabel({ date, title }: Column): string {
  return title === '' ? formatWeekday(date) : title;
}
