import type { DeliveryKind } from '@samay/contract/reach/deliveries';
import type { BusinessType } from '@samay/contract/core/roles';
import { capitalise, wording } from '@samay/contract/core/wording';

/** Returns the name of each kind of delivery on Settings. */
export function kindNames(businessType: BusinessType): Record<DeliveryKind, string> {
  const { booking, people } = wording[businessType];
  return {
    calendar: 'Google Calendar',
    calendar_event: `Webhook: ${booking} created`,
    cancel: `Webhook: ${booking} cancelled`,
    booking_mail: `Email to ${people}`,
    booking_notice: `WhatsApp message to ${people}`,
    reminder: `Reminder to ${people}`,
  };
}

export const needsAttention = 'Needs attention';

const refusals: Readonly<Record<string, string>> = {
  4: 'the mail server asked to try again later',
  5: 'the mail server refused the address or the message',
};

/** Formats the server's reason as a sentence, with the code of a mail server in words. */
export function reasonText(reason: string | null): string {
  const code = /^the mail server answered (\d)\d\d$/.exec(reason ?? '')?.[1];
  const text = (code === undefined ? undefined : refusals[code]) ?? reason;
  return `${capitalise(text ?? 'the cause is not known')}.`;
}

/** Explains why a delivery whose time is over cannot be retried. */
export const overText = 'It is not sent any more: it would come too late.';

/** Explains why a delivery cannot be retried. */
export function supersededText(businessType: BusinessType): string {
  return (
    'It is not sent again, because a later message about this ' +
    `${wording[businessType].booking} was delivered.`
  );
}
