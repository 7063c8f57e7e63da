import { z } from 'zod';
import { CalendarFailure, type CalendarProvider } from '../../../adapters/calendar/port.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import type { Tx } from '../../../db/tenant.ts';
import { systemContext } from '../../../context/business-context.ts';
import { enqueueEffect, type OutboxHandler } from '../../../outbox/index.ts';
import { forgetCalendars, keepRevocations, readIntegration } from './queries.ts';
import { decryptToken } from './token.ts';

const Payload = z.strictObject({ tenantId: z.uuid(), encrypted: z.base64() });

/** A token that a business no longer uses, encrypted for it. */
interface ReleasedToken {
  readonly tenantId: string;
  readonly encrypted: Buffer;
}

/** The calendars that a business follows, or that belong to an address. */
type CalendarsOf = { readonly tenantId: string } | { readonly emailKey: string };

/**
 * Enqueues the revocation of our access at Google, for a business or the platform (null). The token
 * stays encrypted.
 */
export async function enqueueRevocation(
  tx: Tx,
  now: Date,
  { tenantId, encrypted }: ReleasedToken,
  account: string | null,
): Promise<void> {
  const payload = { tenantId, encrypted: encrypted.toString('base64') };
  await enqueueEffect(tx, now, {
    tenantId: account,
    kind: 'calendar.revoke',
    subject: account ?? 'erased',
    payload,
  });
}

/**
 * Deletes calendar connections for good, in a platform transaction, and enqueues the revocation on
 * the platform's account, since the business may be deleted by then.
 */
export async function forgetAndRevokeCalendars(tx: Tx, now: Date, of: CalendarsOf): Promise<void> {
  if ('tenantId' in of) await keepRevocations(tx, of.tenantId);
  for (const token of await forgetCalendars(tx, of, now)) await enqueueRevocation(tx, now, token, null);
}

/**
 * Outbox handler of `calendar.revoke`: revokes an access, unless the same calendar is connected
 * again, since Google would end the new access too. The business is the payload's, for which the
 * token was encrypted.
 */
export const revokeCalendarAccess: OutboxHandler = async (dependencies, payload) => {
  const { tenantId, encrypted } = Payload.parse(payload);
  const { calendar, secrets } = dependencies;
  const token = decryptToken(secrets, tenantId, Buffer.from(encrypted, 'base64'));
  const work = systemContext(dependencies, { job: 'calendar.revoke', tenantId });
  const [integration] = (await readInOneMessage(work, { integration: readIntegration({}) })).integration;
  if (
    !calendar ||
    (integration?.isConnected && (await opensCalendar(calendar, token, integration.calendarId)))
  )
    return;
  await calendar.revoke(token);
};

async function opensCalendar(
  calendar: CalendarProvider,
  token: string,
  calendarId: string,
): Promise<boolean> {
  try {
    return (await calendar.calendarOf(token)) === calendarId;
  } catch (error) {
    if (error instanceof CalendarFailure && error.kind === 'revoked') return false;
    throw error;
  }
}
