import { formatDate, formatTime } from '@samay/contract/core/time';
import type { Settings } from '../../../core/settings.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { type BookingEvent, enqueueMail } from '../../../outbox/index.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { listOwnCancels, type OwnCancelRow } from './queries.ts';

/** Mails the business of each booking whose person has cancelled it by its link: its time is free again. */
export async function mailOwnCancels(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  events: readonly BookingEvent[],
  settings: Pick<Settings, 'publicUrl'>,
): Promise<void> {
  const ids = events.filter(({ change }) => change === 'cancelled').map(({ appointmentId }) => appointmentId);
  if (ids.length === 0) return;
  const { tenantId, now } = work;
  for (const row of await run(tx, work, listOwnCancels({ ids })))
    await enqueueMail(tx, now, { tenantId, to: row.email, ...composeOwnCancel(row, settings) });
}

function composeOwnCancel(row: OwnCancelRow, { publicUrl }: Pick<Settings, 'publicUrl'>) {
  const when = `${formatDate(row.date)} at ${formatTime(row.time.slice(0, 5))}`;
  const list = row.businessType === 'turf' ? 'turf-dashboard/bookings' : 'dashboard/appointments';
  const name = withoutLinks(row.personName);
  const withWhom = row.resource === null ? '' : `, ${row.resource}`;
  return {
    subject: `Cancelled by ${name}: ${when}`,
    text: `${name} has cancelled their ${row.businessType === 'turf' ? 'booking' : 'appointment'} on ${when} (India time)${withWhom}, using their link. It no longer takes up the time.

${publicUrl}/${list}?status=cancelled`,
  };
}
