import { formatRupees } from '@samay/contract/core/money';
import { formatDate, formatTime } from '@samay/contract/core/time';
import type { Email } from '../../../adapters/mail/port.ts';
import type { Settings } from '../../../core/settings.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import type { Shown } from '../online/shown.ts';
import type { RequestRow } from './queries.ts';

/** Writes the email to the business about a request of its page. */
export function requestEmail(
  row: RequestRow,
  { context, business }: Shown,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): Omit<Email, 'to'> {
  const home = `${publicUrl}/${context.businessType === 'turf' ? 'turf-dashboard' : 'dashboard'}`;
  const when = `${formatDate(row.appointment_date)} at ${formatTime(row.appointment_time.slice(0, 5))}`;
  const paid =
    row.upi_paise === null
      ? ''
      : `\n\nThe visitor says to have paid ${formatRupees(row.upi_paise)} by UPI, UTR ${row.utr ?? ''}. Look it up in your bank's app first.`;
  return {
    subject: `A request for ${when}`,
    text: `${withoutLinks(row.person_name)} asks ${business.name} for ${when} (India time): ${row.service_name}, ${row.resource_name}.${paid}

Confirm or decline it here, before it lapses:

${home}/requests`,
  };
}
