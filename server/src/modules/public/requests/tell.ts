import { fill, formatWhen } from '@samay/contract/bookings/whatsapp-messages/compose';
import { addMinutes } from '@samay/contract/core/time';
import { whatsAppNumber } from '@samay/contract/core/whatsapp/whatsapp';
import type { Told } from '@samay/contract/public/requests';
import { composeBookingLink } from '../../../context/booking-link.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import type { AppointmentRow } from '../../bookings/index.ts';
import { readNamed } from '../online/settings-queries.ts';
import { pageWords } from '../online/words/languages.ts';
import { ownWords } from '../own-booking/choose-language.ts';
import type { RequestRow } from './queries.ts';

/** Writes what to tell a visitor whose request is confirmed: with the link to their booking. */
export async function tellConfirmed(
  tx: Tx,
  context: TenantContext,
  request: RequestRow,
  { reference, link_version: version }: Pick<AppointmentRow, 'reference' | 'link_version'>,
): Promise<Told> {
  const { name, short_id: shortId } = onlyRow(await run(tx, context, readNamed({})));
  const link = composeBookingLink(context.dependencies, { shortId, reference, version }) ?? '';
  const pattern = pageWords[request.language].tellConfirmed[context.businessType];
  return toTold(request, fill(pattern, { business: name, when: writeWhen(request, context), link }));
}

/** Writes what to tell a visitor whose request is declined: with the page of other times. */
export async function tellDeclined(tx: Tx, context: TenantContext, request: RequestRow): Promise<Told> {
  const { name, slug } = onlyRow(await run(tx, context, readNamed({})));
  const link = slug === null ? '' : `${context.dependencies.settings.publicUrl}/b/${slug}/r/${request.id}`;
  const reason = request.reason ?? '';
  const values = { business: name, when: writeWhen(request, context), reason, link };
  const { tellDeclined: pattern, declinedPaid } = pageWords[request.language];
  const text = fill(pattern, values).replaceAll(/ +/g, ' ');
  return toTold(request, request.utr === null ? text : `${text} ${declinedPaid}`);
}

function toTold({ contact }: RequestRow, text: string): Told {
  return { number: whatsAppNumber(contact), text };
}

/** Formats the time of a request in its language. */
function writeWhen(
  { language, appointment_date: date, appointment_time: at, duration_min: minutes }: RequestRow,
  { businessType }: Pick<TenantContext, 'businessType'>,
): string {
  const time = at.slice(0, 5);
  const endTime = addMinutes(time, minutes);
  return formatWhen(ownWords[language].time, { businessType, date, time, endTime });
}
