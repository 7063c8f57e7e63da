import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { asPlatform } from '../../../db/tenant.ts';
import { DeliveryDropped } from '../../../outbox/handler.ts';
import { giveLetterBack, takeLetter } from '../../../outbox/mail-counts.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { letterOf } from './email-template.ts';
import { BookingMail } from './pending-mails.ts';
import { allowanceOf } from './daily-limit.ts';
import { loadBookingForDelivery, hasLaterLetter, type Told } from './queries.ts';

/**
 * Tells a booking's person what became of it; nothing once the business has switched that off, nothing of a time that is past (desks also
 * write down who was there), and nothing of a move that has led back. Rejects with `MailNotTaken`, and with `DeliveryDropped` where a later letter
 * has taken its place or the address has had its letters of the day.
 */
export async function mailBookingNow(
  dependencies: Dependencies,
  payload: unknown,
  effect: { tenant_id: string; id: string },
): Promise<void> {
  const { change, from, ...about } = BookingMail.parse(payload);
  const now = dependencies.clock();
  const { told, isPassed } = await asPlatform(dependencies, async (tx) => ({
    told: await loadBookingForDelivery(tx, about),
    isPassed: await hasLaterLetter(tx, effect),
  }));
  if (isPassed) throw new DeliveryDropped('a later email about the booking has replaced it');
  if (!told || told.startsAt <= now || (from && isAt(told, from))) return;
  const recipient = allowanceOf(told, about.tenantId, { now, most: dependencies.settings.limits.bookingMailsPerEmail });
  if (!(await asPlatform(dependencies, (tx) => takeLetter(tx, recipient, now))))
    throw new DeliveryDropped('the daily limit of emails to this address is reached');
  await dependencies.mail
    ?.send(letterOf(told, { change, from, publicUrl: dependencies.settings.publicUrl }))
    .catch(async (error: unknown) => {
      await asPlatform(dependencies, (tx) => giveLetterBack(tx, recipient));
      throw error;
    });
}

function isAt({ startsAt }: Told, { date, time }: { date: string; time: string }): boolean {
  return indiaDate(startsAt) === date && indiaTime(startsAt) === time;
}
