import type { BookingMails } from '@samay/contract/reach/booking-mails';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { saveMailsOn } from './queries.ts';
import { present } from './show.ts';

/** Switches the mails of bookings on or off. Those that wait are not sent either once they are off. */
export async function changeBookingMails(context: TenantContext, { body }: { body: { isOn: boolean } }): Promise<BookingMails> {
  const { now, tenantId } = context;
  return inTenant(context, async (tx) => {
    await saveMailsOn(tx, { tenantId, isOn: body.isOn, now });
    await audit(tx, context, 'booking_mails.changed', tenantId, { isOn: body.isOn });
    return present(body.isOn, context);
  });
}
