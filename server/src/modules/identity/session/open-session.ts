import { randomBytes } from 'node:crypto';
import type { AccessToken } from '@samay/contract/identity/session';
import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { hashOfDevice, readCookie } from '../../../http/cookies.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { endSessionOfCookie } from './end-session.ts';
import { setSessionCookies } from './session-cookies.ts';
import { expiryOf, liveSessionsPerPerson } from './policy.ts';
import { endOldestSessions, insertSession, lockPerson, replacePasswordHash } from './queries.ts';

/** Longer than the user agent of any browser. */
const longestUserAgent = 400;

export interface TransactionSettings {
  readonly userId: string;
  /**
   * The hash that the password matched: if it has changed since, no session opens. Undefined for a
   * sign-in without password.
   */
  readonly provenHash: string | null | undefined;
  /** The same password hashed with today's parameters, if they have changed. */
  readonly rehashed: string | undefined;
  readonly remember: boolean;
}

/**
 * Opens a session for an authenticated person: sets its cookies and issues its first access token.
 * Ends the browser's previous session, and the person's oldest sessions beyond ten. @throws
 * `session.invalid_credentials` if the person is deleted or their password has changed meanwhile.
 */
export async function openSession(
  context: PublicContext,
  tokens: AccessTokens,
  settings: TransactionSettings,
): Promise<AccessToken> {
  const { now, dependencies } = context;
  const device = knownDevice(context) ?? randomBytes(16).toString('base64url');
  const fresh = {
    user_id: settings.userId,
    device_hash: hashOfDevice(device),
    refresh_key: randomBytes(32),
    refresh_counter: 0,
    remember: settings.remember,
    assurance: 'aal1' as const,
    created_at: now,
    user_agent: context.request.headers['user-agent']?.slice(0, longestUserAgent) || null,
  };
  const id = await asPlatform(dependencies, async (tx) => {
    const person = orNotFound(
      await lockPerson(tx, settings.userId, settings.provenHash),
      'session.invalid_credentials',
    );
    if (settings.rehashed) await replacePasswordHash(tx, settings.userId, settings.rehashed);
    await endSessionOfCookie(tx, context, 'replaced');
    const id = await insertSession(tx, { ...fresh, rotated_at: now, expires_at: expiryOf(fresh, now) });
    const displaced = await endOldestSessions(tx, settings.userId, id, liveSessionsPerPerson, now);
    await auditPerson(
      tx,
      context,
      { userId: settings.userId, tenantId: person.tenant_id },
      'session.started',
      id,
      { displaced },
    );
    return id;
  });
  const session = { ...fresh, id };
  setSessionCookies(context, session, device);
  return tokens.sign(
    { userId: session.user_id, sessionId: id, assurance: session.assurance, deviceHash: session.device_hash },
    now,
  );
}

/**
 * The browser's device cookie, which it keeps over sign-ins. Undefined if it has none of the right
 * form.
 */
function knownDevice({ request, dependencies }: PublicContext): string | undefined {
  const device = readCookie(request, dependencies.settings, 'device');
  return device && /^[\w-]{22}$/.test(device) ? device : undefined;
}
