import { randomBytes } from 'node:crypto';
import type { AccessToken } from '@samay/contract/identity/session';
import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { hashOfDevice, readCookie } from '../../../http/cookies.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { userAgentOf } from './describe-device.ts';
import { endSessionOfCookie } from './end-session.ts';
import { giveCookies } from './session-cookies.ts';
import { expiryOf, liveSessionsPerPerson } from './policy.ts';
import { endOldestSessions, insertSession, lockPerson, replacePasswordHash } from './queries.ts';

export interface Opening {
  readonly userId: string;
  /** The hash that the password was proven against: a password changed since then opens nothing. Undefined: proven otherwise. */
  readonly provenHash: string | null | undefined;
  /** The same password under today's parameters, where they have changed. */
  readonly rehashed: string | undefined;
  readonly remember: boolean;
}

/**
 * A new session for a person who has proven who they are, its cookies, and its first access token. The session this browser had
 * ends with it, and a person's oldest sessions beyond ten. Refuses with `session.invalid_credentials` when the person is gone
 * or their password was changed meanwhile.
 */
export async function openSession(context: PublicContext, tokens: AccessTokens, opening: Opening): Promise<AccessToken> {
  const { now, dependencies } = context;
  const device = knownDevice(context) ?? randomBytes(16).toString('base64url');
  const fresh = {
    user_id: opening.userId,
    device_hash: hashOfDevice(device),
    refresh_key: randomBytes(32),
    refresh_counter: 0,
    remember: opening.remember,
    assurance: 'aal1' as const,
    created_at: now,
    user_agent: userAgentOf(context.request.headers),
  };
  const id = await asPlatform(dependencies, async (tx) => {
    const person = orNotFound(await lockPerson(tx, opening.userId, opening.provenHash), 'session.invalid_credentials');
    if (opening.rehashed) await replacePasswordHash(tx, opening.userId, opening.rehashed);
    await endSessionOfCookie(tx, context, 'replaced');
    const id = await insertSession(tx, { ...fresh, rotated_at: now, expires_at: expiryOf(fresh, now) });
    const displaced = await endOldestSessions(tx, opening.userId, id, liveSessionsPerPerson, now);
    await auditPerson(tx, context, { userId: opening.userId, tenantId: person.tenant_id }, 'session.started', id, { displaced });
    return id;
  });
  const session = { ...fresh, id };
  giveCookies(context, session, device);
  return tokens.sign({ userId: session.user_id, sessionId: id, assurance: session.assurance, deviceHash: session.device_hash }, now);
}

/** The browser keeps its device cookie over sign-ins; anything that is not one of ours is replaced. */
function knownDevice({ request, dependencies }: PublicContext): string | undefined {
  const device = readCookie(request, dependencies.settings, 'device');
  return device && /^[\w-]{22}$/.test(device) ? device : undefined;
}
