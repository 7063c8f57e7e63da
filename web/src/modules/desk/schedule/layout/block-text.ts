import { beyondPlan } from '@samay/contract/core/alternatives';
import type { ScheduledBooking } from '@samay/contract/desk/schedule';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatTime } from '@samay/contract/core/time';
import { capitalise } from '@samay/contract/core/wording';
import { rangeText } from '../../../../lib/days.ts';
import type { Block } from './blocks.ts';
import { clock } from './hours.ts';

/**
 * Describes a booking: its service, its status unless it is scheduled, and whether it is
 * overbooked.
 */
export function kindText({ serviceName, status, overbookedReason }: ScheduledBooking): string {
  return [
    serviceName,
    ...(status === 'scheduled' ? [] : [statusName[status]]),
    ...(overbookedReason === null ? [] : ['Overbooked']),
  ].join(' · ');
}

/** Returns the full text of a booking, shown on hover. */
export function titleOfBooking(booking: ScheduledBooking): string {
  const { time, endTime, personName, serviceName, status, overbookedReason } = booking;
  const over = overbookedReason === null ? '' : `, overbooked: ${overbookedReason}`;
  return (
    `${formatTime(time)} ${personName}, ${statusName[status]}, ` +
    `${serviceName} until ${formatTime(endTime)}${over}`
  );
}

/** Returns the text of a block without details. */
export function otherText({ bookingId, from, to }: Block): { range: string; text: string } {
  return {
    range: rangeText(clock(from), clock(to)),
    text: bookingId === null ? capitalise(beyondPlan) : 'From the evening before',
  };
}
