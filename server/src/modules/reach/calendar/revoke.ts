import { z } from 'zod';
import { CalendarFailure, type CalendarProvider } from '../../../adapters/calendar/port.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { effectLater } from '../../../outbox/enqueue.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { findIntegrationOf } from './queries.ts';
import { openToken } from './token.ts';

const Payload = z.strictObject({ tenantId: z.uuid(), sealed: z.base64() });

/** A token that is held no more, sealed for the business it was given to. */
export interface GivenUp {
  readonly tenantId: string;
  readonly sealed: Buffer;
}

/**
 * Has Google take our access back once the transaction has committed, on the account of that business or of the platform (null). Sealed
 * as it was: the outbox holds no secret that opens by itself.
 */
export async function revokeLater(tx: Tx, now: Date, { tenantId, sealed }: GivenUp, account: string | null): Promise<void> {
  const payload = { tenantId, sealed: sealed.toString('base64') };
  await effectLater(tx, now, { tenantId: account, kind: 'calendar.revoke', subject: account ?? 'erased', payload });
}

/** Gives an access back, unless the same calendar is connected again: Google would end the new access with the old one. */
export async function revokeNow({ calendar, database, secrets }: Dependencies, payload: unknown): Promise<void> {
  const { tenantId, sealed } = Payload.parse(payload);
  const token = openToken(secrets, tenantId, Buffer.from(sealed, 'base64'));
  const integration = await asPlatform({ database }, (tx) => findIntegrationOf(tx, tenantId));
  if (!calendar || (integration?.isConnected && (await opensIt(calendar, token, integration.calendarId)))) return;
  await calendar.revoke(token);
}

async function opensIt(calendar: CalendarProvider, token: string, calendarId: string): Promise<boolean> {
  try {
    return (await calendar.calendarOf(token)) === calendarId;
  } catch (error) {
    if (error instanceof CalendarFailure && error.kind === 'revoked') return false;
    throw error;
  }
}
