import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { Plan } from '@samay/contract/tenancy/payments';
import type { BusinessType } from '@samay/contract/core/roles';

/** The texts of the usage toggle by business type. */
export const usageToggle: Record<BusinessType, string> = {
  doctor: 'Check Appointments Usage Limit',
  turf: 'Check Bookings Usage Limit',
};

/** The agreed texts of a payment. */
export const paymentWords = {
  noEmail: 'Email information not found. Please try again or contact support.',
  notVerified: 'Payment verification failed',
  failed: 'An error occurred while processing your payment',
};

/** Formats the price of a plan: `₹999 a month`, `Free`. */
export function priceText({ monthlyPrice }: Plan): string {
  return monthlyPrice === 0 ? 'Free' : `${formatRupees(monthlyPrice)} a month`;
}

/** Formats the limit of a plan: `250 bookings a month`. */
export function limitText({ limit }: Pick<Plan, 'limit'>, bookings: string): string {
  return `${formatCount(limit)} ${bookings} a month`;
}
