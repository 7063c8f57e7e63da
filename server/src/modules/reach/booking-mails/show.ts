import type { BookingMails } from '@samay/contract/reach/booking-mails';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { areMailsOn } from './queries.ts';

export async function showBookingMails(context: TenantContext): Promise<BookingMails> {
  return present(await readInTenant(context, (tx) => areMailsOn(tx)), context);
}

export function present(isOn: boolean, { caller, dependencies }: TenantContext): BookingMails {
  const isAvailable = dependencies.mail !== undefined;
  return { isOn, isAvailable, may: { change: caller.tenant?.suspended !== true } };
}
