import { formatDate, type LocalDate } from '@samay/contract/core/time';

interface EmailText {
  readonly subject: string;
  readonly text: string;
}

/** Sent once before a paid month ends; `address` is the page to pay on. */
export function reminderEmail(
  plan: string,
  paidUntil: LocalDate,
  endsOn: LocalDate,
  address: string,
): EmailText {
  return {
    subject: `Your ${plan} plan on Samay is paid until ${formatDate(paidUntil)}`,
    text: `The month that you paid for ends on ${formatDate(paidUntil)}. To keep the ${plan} plan, pay for another month in Settings:

${address}

Without a payment your business continues on the free Basic plan from ${formatDate(endsOn)}. Nothing is deleted.`,
  };
}

/** Sent when a business has been put on the free plan. */
export function planEndedEmail(plan: string, address: string): EmailText {
  return {
    subject: `Your ${plan} plan on Samay has ended`,
    text: `The ${plan} plan was not paid for another month, so your business is on the free Basic plan from today. Nothing was deleted: bookings beyond Basic's monthly limit are hidden until you upgrade again.

${address}`,
  };
}
