import type { OwnLink } from '@samay/contract/bookings/own-booking';
import { composeBookingLink } from '../../../context/booking-link.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { announceChange, inTenant } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readShown } from '../../visibility/index.ts';
import { fetchLocked } from '../rows/fetch.ts';
import { findShown, updateBooking } from '../rows/queries.ts';
import { readBusiness } from '../whatsapp-messages/queries.ts';
import { linkedBooking } from '../whatsapp-messages/texts.ts';

interface Input {
  readonly params: { readonly id: string };
}

/** Returns the link under which the person of a booking sees it. */
export async function getOwnLink(context: TenantContext, { params: { id } }: Input): Promise<OwnLink> {
  const { rows } = await readShown(context, (view) => ({
    found: findShown(view, { bookingId: id }),
    business: readBusiness({}),
  }));
  const booking = linkedBooking(orNotFound(rows.found[0]), onlyRow(rows.business));
  return { link: composeBookingLink(context.dependencies, booking) };
}

/** Ends the links to a booking by a higher version, and returns the one of this version. */
export async function endOwnLinks(context: TenantContext, { params: { id } }: Input): Promise<OwnLink> {
  return inTenant(context, async (tx) => {
    const booking = await fetchLocked(tx, context, id);
    const version = booking.link_version + 1;
    const business = onlyRow(await run(tx, context, readBusiness({})));
    atCommit(tx, context, updateBooking(id, { link_version: version }));
    await audit(tx, context, 'appointment.links_ended', id);
    // The messages that are offered have the link in them.
    announceChange(tx, context, 'messages', id);
    const linked = linkedBooking({ ...booking, link_version: version }, business);
    return { link: composeBookingLink(context.dependencies, linked) };
  });
}
