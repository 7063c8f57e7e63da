import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ScheduledBooking } from '@samay/contract/desk/schedule';
import type { Status } from '@samay/contract/bookings/statuses';
import { addMinutes, formatTime } from '@samay/contract/core/time';
import { type Icon, IconAlertTriangle, IconCheck, IconUserOff } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Block } from '../layout/blocks.ts';
import { rangeText } from '../../../../lib/days.ts';
import { kindText, otherText, titleOfBooking } from '../layout/block-text.ts';
import classes from './grid.module.css';

interface BlockButtonProps {
  block: Block;
  /** Opens the booking; undefined if nothing can be opened. */
  onOpen: (() => void) | undefined;
  /** Begins a drag of the block or of its lower edge; undefined if it cannot be moved. */
  onGrip: ((event: PointerEvent, isEdge: boolean) => void) | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
  /** The id of the text that explains moving by keyboard. */
  hint: string | undefined;
}

/** An icon that repeats the meaning of the colour. */
const signs: Partial<Record<Status, Icon>> = { completed: IconCheck, no_show: IconUserOff };

/** Renders a booking as high as it lasts, with its time, name, service and status. */
export function BlockButton({ block, onOpen, onGrip, onKeyDown, onBlur, hint }: BlockButtonProps) {
  const { booking } = block;
  if (!booking) return <OtherBlock block={block} onOpen={onOpen} />;
  const isShort = booking.duration < 30;
  const Sign = booking.overbookedReason === null ? signs[booking.status] : IconAlertTriangle;
  return (
    <>
      <UnstyledButton
        className={classes.block ?? ''}
        mod={{
          block: booking.id,
          status: booking.status,
          movable: onGrip !== undefined,
          still: onOpen === undefined,
          short: isShort,
        }}
        aria-describedby={hint}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onPointerDown={(event) => onGrip?.(event, false)}
        onContextMenu={(event) =>
          event.nativeEvent instanceof globalThis.PointerEvent && event.preventDefault()
        }
      >
        <span className={classes.text} title={titleOfBooking(booking)}>
          {Sign && <Sign size={12} stroke={2.5} className={classes.sign} aria-hidden />}
          <Times booking={booking} isShort={isShort} /> {booking.personName} {kindText(booking)}
        </span>
      </UnstyledButton>
      {onGrip && (
        <span className={classes.edge} data-edge aria-hidden onPointerDown={(event) => onGrip(event, true)} />
      )}
    </>
  );
}

/** Renders the start and end; a block that is one line high has room for the start and the name. */
function Times({ booking: { time, duration }, isShort }: { booking: ScheduledBooking; isShort: boolean }) {
  const end = addMinutes(time, duration);
  return (
    <span className={classes.time}>
      {isShort ? formatTime(time) : rangeText(time, end)}
      {isShort && <VisuallyHidden component="span"> – {formatTime(end)}</VisuallyHidden>}
    </span>
  );
}

function OtherBlock({ block, onOpen }: Pick<BlockButtonProps, 'block' | 'onOpen'>) {
  const { range, text } = otherText(block);
  const content = (
    <span className={classes.text} title={`${range} ${text}`}>
      <span className={classes.time}>{range}</span> {text}
    </span>
  );
  if (block.bookingId === null || !onOpen)
    return (
      <div className={classes.block} data-block data-other data-still>
        {content}
      </div>
    );
  return (
    <UnstyledButton
      className={classes.block ?? ''}
      mod={{ block: block.bookingId, other: true }}
      onClick={onOpen}
    >
      {content}
    </UnstyledButton>
  );
}
