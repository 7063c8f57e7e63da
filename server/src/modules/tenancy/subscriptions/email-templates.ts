import { formatDate, type LocalDate } from '@samay/contract/core/time';

interface Said {
  readonly subject: string;
  readonly text: string;
}

/** Before a paid month ends, and once; `address` is where it can be paid for. */
export function reminderLetter(plan: string, paidUntil: LocalDate, endsOn: LocalDate, address: string): Said {
  return {
    subject: `Your ${plan} plan on Samay is paid until ${formatDate(paidUntil)}`,
    text: `The month that you paid for ends on ${formatDate(paidUntil)}. To keep the ${plan} plan, pay for another month in Settings:

${address}

Without a payment your business continues on the free Basic plan from ${formatDate(endsOn)}. Nothing is deleted.`,
  };
}

/** When a business has fallen to the free plan. */
export function endedLetter(plan: string, address: string): Said {
  return {
    subject: `Your ${plan} plan on Samay has ended`,
    text: `The ${plan} plan was not paid for another month, so your business is on the free Basic plan from today. Nothing was deleted: bookings beyond Basic's monthly limit are hidden until you upgrade again.

${address}`,
  };
}
