import { beyondPlan } from '@samay/contract/core/alternatives';
import type { ScheduledBooking } from '@samay/contract/bookings/schedule';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatTime } from '@samay/contract/core/time';
import { capitalise } from '@samay/contract/core/wording';
import type { Block } from './blocks.ts';
import { clock } from './hours.ts';

/** `2:30 to 3:00 pm`; both halves of the day are named where they differ. */
export function rangeText(from: string, to: string): string {
  const [start, end] = [formatTime(from), formatTime(to)];
  return `${start.slice(-2) === end.slice(-2) ? start.slice(0, -3) : start} – ${end}`;
}

/**
 * What a booking is: its service, the status where it is not simply scheduled, and whether it was
 * made over another.
 */
export function kindText({ serviceName, status, overbookedReason }: ScheduledBooking): string {
  return [
    serviceName,
    ...(status === 'scheduled' ? [] : [statusName[status]]),
    ...(overbookedReason === null ? [] : ['Overbooked']),
  ].join(' · ');
}

/** The whole of it, shown on hover. */
export function titleOfBooking(booking: ScheduledBooking): string {
  const { time, endTime, personName, serviceName, status, overbookedReason } = booking;
  const over = overbookedReason === null ? '' : `, overbooked: ${overbookedReason}`;
  return `${formatTime(time)} ${personName}, ${statusName[status]}, ${serviceName} until ${formatTime(endTime)}${over}`;
}

/** What has no details here. */
export function otherText({ bookingId, from, to }: Block): { range: string; text: string } {
  return {
    range: rangeText(clock(from), clock(to)),
    text: bookingId === null ? capitalise(beyondPlan) : 'From the evening before',
  };
}
