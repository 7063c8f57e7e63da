import type { BusinessType, Role } from '@samay/contract/core/roles';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { isOfWorker } from '../../../db/errors.ts';
import type { Database } from '../../../db/database.ts';
import { readAlone } from '../../../db/read-in-one-message.ts';
import { statement } from '../../../db/statement.ts';

/** A live session with its person and business, whose fields may be null. */
export interface SessionRow {
  readonly user_id: string;
  readonly email: string;
  readonly full_name: string | null;
  readonly assurance: 'aal1' | 'aal2';
  readonly device_hash: string;
  readonly role: Role | null;
  readonly tenant_id: string | null;
  readonly tenant_name: string | null;
  readonly tenant_status: 'active' | 'pending' | 'suspended' | null;
  readonly business_type: BusinessType | null;
  readonly onboarding_completed: boolean | null;
  readonly has_factor: boolean;
  /** The time at which this session last proved the second factor. */
  readonly assured_at: Date | null;
  /** Changes with everything that screens show (decision 0036); read before all else. */
  readonly change_stamp: string;
  readonly employees_may_overbook: boolean | null;
  readonly employees_may_close: boolean | null;
  readonly employees_may_refund: boolean | null;
}

interface SessionKey {
  readonly sessionId: string;
  readonly now: Date;
}

type Lookup = DataLoader<SessionKey, SessionRow | undefined>;

const lookups = new WeakMap<Database, Lookup>();

/**
 * Finds a session that is live and whose person is not deleted. Calls in one turn of the event loop
 * share a query (decision 0018). Nothing is cached.
 */
export async function findSession(database: Database, sessionId: string, now: Date) {
  const lookup = lookups.get(database) ?? lookupIn(database);
  lookups.set(database, lookup);
  return lookup.load({ sessionId, now });
}

function lookupIn(database: Database): Lookup {
  return new DataLoader((keys) => findSessions(database, keys), {
    cache: false,
    batchScheduleFn: (send) => setImmediate(send),
  });
}

/**
 * Returns the sessions in the order of the keys. If one of several nodes does not answer (decision
 * 0078), each is asked alone: only that node's businesses fail.
 */
async function findSessions(
  database: Database,
  keys: readonly SessionKey[],
): Promise<(SessionRow | undefined | Error)[]> {
  return ask(database, keys).catch((error: unknown) => {
    if (keys.length === 1 || !isOfWorker(error)) throw error;
    return Promise.all(
      keys.map((key) =>
        findSessions(database, [key]).then(
          ([row]) => row,
          (reason: Error) => reason,
        ),
      ),
    );
  });
}

const getSessions = statement<{ ids: string[]; moments: Date[] }, SessionRow & { place: number }>(
  (_, { ids, moments }) => sql`select place, user_id, email, full_name, assurance, device_hash,
    role, tenant_id, tenant_name, tenant_status, business_type, onboarding_completed, has_factor, assured_at, change_stamp,
    employees_may_overbook, employees_may_close, employees_may_refund from sessions_of_requests(${ids}, ${moments})`,
);

async function ask(database: Database, keys: readonly SessionKey[]): Promise<(SessionRow | undefined)[]> {
  const ids = keys.map(({ sessionId }) => sessionId);
  const moments = keys.map(({ now }) => now);
  const rows = await readAlone(database, getSessions({ ids, moments }));
  const found = new Map(rows.map((row) => [row.place, row]));
  return keys.map((_, index) => found.get(index + 1));
}

/** Returns whether the session may do nothing until it proves a second factor. */
export function needsSecondFactor({ has_factor: hasFactor, assurance }: SessionRow): boolean {
  return hasFactor && assurance === 'aal1';
}
