import { randomBytes } from 'node:crypto';
import type { AccessToken } from '@samay/contract/identity/session';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { countChanged, onlyRow, run } from '../../../db/transaction.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { hashOfDevice, readCookie } from '../../../http/cookies.ts';
import { assertThat } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { findById, lockSignIns, replacePasswordHash } from '../people/queries.ts';
import { endSessionOfCookie } from './end-session.ts';
import { setSessionCookies } from './session-cookies.ts';
import { expiryAt, liveSessionsPerPerson } from './policy.ts';
import { endOldestSessions, insertSession } from './queries.ts';

/** Longer than the user agent of any browser. */
const longestUserAgent = 400;

interface SignedIn {
  readonly userId: string;
  readonly remember: boolean;
  /** Absent for a sign-in without password. */
  readonly password?: {
    /** If it has changed since, no session opens. */
    readonly provenHash: string | null;
    /** The password hashed with today's parameters, if they have changed. */
    readonly rehashed: string | undefined;
  };
}

/**
 * Opens a session: sets its cookies and issues its first access token. Ends the browser's previous
 * session, and the person's oldest beyond ten. @throws `session.invalid_credentials` if the person
 * is deleted or their password has changed in the meantime.
 */
export async function openSession(
  context: PublicContext,
  tokens: AccessTokens,
  { userId, remember, password }: SignedIn,
): Promise<AccessToken> {
  const { now, dependencies } = context;
  const device = knownDevice(context) ?? randomBytes(16).toString('base64url');
  const deviceHash = hashOfDevice(device);
  const fresh = {
    user_id: userId,
    device_hash: deviceHash,
    refresh_key: randomBytes(32),
    refresh_counter: 0,
    remember,
    assurance: 'aal1' as const,
    created_at: now,
    user_agent: context.request.headers['user-agent']?.slice(0, longestUserAgent) || null,
  };
  const id = await asPlatform(dependencies, async (tx) => {
    await lockSignIns(tx, userId);
    const person = await findById(tx, userId);
    const isProven = !password || person?.password_hash === password.provenHash;
    assertThat(person?.deleted_at === null && isProven, 'session.invalid_credentials');
    if (password?.rehashed) await run(tx, platform, replacePasswordHash(userId, password.rehashed));
    await endSessionOfCookie(tx, context, 'replaced');
    const inserting = insertSession({ ...fresh, rotated_at: now, expires_at: expiryAt(fresh, now) });
    const { id } = onlyRow(await run(tx, platform, inserting));
    const others = liveSessionsPerPerson - 1;
    const ending = endOldestSessions({ userId, newest: id, others, now });
    const displaced = await countChanged(tx, platform, ending);
    const owner = { userId, tenantId: person.tenant_id };
    await auditPerson(tx, context, owner, 'session.started', id, { displaced });
    return id;
  });
  setSessionCookies(context, { ...fresh, id }, device);
  return tokens.sign({ userId, sessionId: id, assurance: 'aal1', deviceHash }, now);
}

/** Returns the device cookie, which a browser keeps over sign-ins, if it has the right form. */
function knownDevice({ request, dependencies }: PublicContext): string | undefined {
  const device = readCookie(request, dependencies.settings, 'device');
  return device && /^[\w-]{22}$/.test(device) ? device : undefined;
}
