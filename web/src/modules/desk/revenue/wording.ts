import { formatCount } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useSession } from '../../../lib/session/session.tsx';
import type { PeriodName } from './period.ts';

export const loading = 'Loading revenue data...';
export const empty = 'No transactions found for the selected period';
/** The text for users without a business; the route guard prevents that. */
export const noTenant = 'No tenant ID available';

/** Returns the message of the error catalogue. */
export function failed(message: string): string {
  return `Failed to load revenue data: ${message}`;
}

/** Explains why fewer transactions are listed than counted. */
export function hiddenText(hidden: number, { booking, bookings }: RevenueWording): string {
  const [noun, are, they] =
    hidden === 1 ? [booking, 'is', 'it counts above and is'] : [bookings, 'are', 'they count above and are'];
  return `${formatCount(hidden)} ${noun} ${are} beyond your plan's limit: ${they} not listed.`;
}

export function getMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}

export interface RevenueWording {
  readonly title: string;
  readonly periods: Record<PeriodName, string>;
  /** The text shown instead of the dates while one of them is missing. */
  readonly selectDates: string;
  readonly date: string;
  readonly person: string;
  readonly bookings: string;
  readonly booking: string;
}

/** The texts of the revenue page by business type. */
const revenueWording: Record<BusinessType, RevenueWording> = {
  doctor: {
    title: 'Revenue Dashboard',
    periods: { daily: 'Today', weekly: '7 Days', monthly: '30 Days', custom: 'Custom' },
    selectDates: 'Please select dates',
    date: 'Appointment Date',
    ...getWords('doctor'),
  },
  turf: {
    title: 'Revenue',
    periods: {
      daily: 'Daily (Today)',
      weekly: 'Weekly (7 Days)',
      monthly: 'Monthly (30 Days)',
      custom: 'Custom',
    },
    selectDates: 'Custom Range (Select Dates)',
    date: 'Booking Date',
    ...getWords('turf'),
  },
};

function getWords(type: BusinessType): Pick<RevenueWording, 'person' | 'bookings' | 'booking'> {
  const { person, bookings, booking } = wording[type];
  return { person: capitalise(person), bookings, booking };
}

/** Returns the texts for the type of the signed-in business. */
export function useRevenueWording() {
  return revenueWording[useSession().businessType ?? 'doctor'];
}
