import type { WaitingRoom } from '@samay/contract/bookings/waiting-room';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { giveLetter } from '../rows/tokens.ts';
import { lockUnlettered, readWaitingRoom, writeWaitingRoom } from './queries.ts';

/** Returns how the waiting room works. */
export async function getWaitingRoom(context: TenantContext): Promise<WaitingRoom> {
  const { rooms } = await readInOneMessage(context, { rooms: readWaitingRoom({}) });
  return onlyRow(rooms);
}

/**
 * Changes how the waiting room works. Once numbers are given, the doctors of a business with several
 * get their letters in the order of the doctors; a doctor who comes later gets one with the first number.
 */
export async function setWaitingRoom(
  context: TenantContext,
  { body }: { body: WaitingRoom },
): Promise<WaitingRoom> {
  return inTenant(context, async (tx) => {
    // Locks doctors before the profile, as an arrival does.
    const doctors = body.tokens ? await run(tx, context, lockUnlettered({})) : [];
    const inOrder = doctors.toSorted((one, other) => one.position - other.position);
    for (const { id } of inOrder) await giveLetter(tx, context, id);
    await run(tx, context, writeWaitingRoom({ ...body, now: context.now }));
    await audit(tx, context, 'business_profile.waiting_room_changed', context.tenantId, body);
    return body;
  });
}
