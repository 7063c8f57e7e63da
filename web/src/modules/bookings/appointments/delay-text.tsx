import type { Appointment } from '@samay/contract/bookings/appointments';
import { useToday } from '../../../lib/browser/use-today.ts';

/** Formats the minutes by which a person says that they come later. */
export function delayText(minutes: number): string {
  return `${minutes} min late`;
}

/** Returns `15 min late` while a person who said so is expected; undefined otherwise. */
export function lateText({ delay, arrivedAt }: Pick<Appointment, 'delay' | 'arrivedAt'>): string | undefined {
  return delay > 0 && arrivedAt === null ? delayText(delay) : undefined;
}

interface DelayTextProps {
  booking: Pick<Appointment, 'delay' | 'arrivedAt' | 'date' | 'status'>;
  className?: string | undefined;
}

/** Renders `15 min late` for a scheduled booking of today. */
export function DelayText({ booking, className }: DelayTextProps) {
  const text = lateText(booking);
  const isToday = booking.date === useToday();
  return text !== undefined && isToday && booking.status === 'scheduled' ? (
    <span className={className}>{text}</span>
  ) : null;
}
