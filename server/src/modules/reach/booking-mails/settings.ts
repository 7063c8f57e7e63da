import type { BookingMails } from '@samay/contract/reach/booking-mails';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { enqueuePlan } from '../reminders/plan-all.ts';
import { readMailsOn } from '../notices/shown-queries.ts';
import { saveMailsOn } from './queries.ts';

export async function showBookingMails(context: TenantContext): Promise<BookingMails> {
  const [row] = (await readInOneMessage(context, { isOn: readMailsOn({}) })).isOn;
  return present(row?.is_on ?? false, context);
}

/** Switches the mails about bookings on or off, including those in the outbox. */
export async function changeBookingMails(
  context: TenantContext,
  { body }: { body: { isOn: boolean } },
): Promise<BookingMails> {
  const { now, tenantId } = context;
  return inTenant(context, async (tx) => {
    await run(tx, context, saveMailsOn({ isOn: body.isOn, now }));
    if (body.isOn) await enqueuePlan(tx, context);
    await audit(tx, context, 'booking_mails.changed', tenantId, { isOn: body.isOn });
    return present(body.isOn, context);
  });
}

function present(isOn: boolean, { caller, dependencies }: TenantContext): BookingMails {
  const isAvailable = dependencies.mail !== undefined;
  return { isOn, isAvailable, may: { change: caller.tenant?.suspended !== true } };
}
