import { escapeLiteral } from 'pg';
import type { Part } from './one-message.ts';

/** The opening of a transaction: its role and the business to which it is confined. */
export interface Opening {
  readonly settings: readonly Part[];
  readonly mode?: 'read only' | 'isolation level repeatable read' | undefined;
  /** Whether no request waits for it: its answers may take longer. */
  readonly isOfJob?: boolean;
}

/**
 * Left out on Citus, which refuses it: it plans each call of a statement over several tables
 * (decision 0077).
 */
export const genericPlans = fixed('set local plan_cache_mode = force_generic_plan');

/** Lets a commit not wait for the disk, nor for a standby: a crash may take the last ones back, in their order. */
const beforeDisk = fixed('set local synchronous_commit = off');

/** The time of a statement for which no request waits. */
const aMinute = fixed(`set local statement_timeout = '60s'`);

const appRole = fixed('set local role samay_app');
const platformRole = fixed('set local role samay_platform');
const guestRole = fixed('set local role samay_guest');
const everyBusiness = fixed(`set local app.tenant_id = ''`);
const ofRequest = [
  fixed(`set local statement_timeout = '5s'`),
  // Costs of solid-state disks: with those of spinning ones, a large business's tables were scanned
  // whole.
  fixed('set local random_page_cost = 1.1'),
  // Keeps plans; PostgreSQL would plan each call for a third of its time.
  genericPlans,
];

/**
 * Opens a business's transaction. All settings are statements, because Citus does not pass on
 * `set_config` to its workers.
 */
export function getOpening(tenantId: string): Opening {
  return { settings: [appRole, onlyBusiness(tenantId), ...ofRequest] };
}

/**
 * Opens a read for a stranger: it sees the columns of a business that its public page shows.
 * @param tenantId empty to find the business of an address
 */
export function getGuestOpening(tenantId: string): Opening {
  return { settings: [guestRole, onlyBusiness(tenantId), ...ofRequest], mode: 'read only' };
}

/**
 * Opens a business's transaction of a job: nobody waits for the commit to be on the disk, because what a crash
 * takes back is done again.
 * @param isLong whether its statements may take a minute, where it locks nothing for which a request waits
 */
export function getJobOpening(tenantId: string, isLong: boolean): Opening {
  const { settings } = getOpening(tenantId);
  return isLong
    ? { settings: [...settings, beforeDisk, aMinute], isOfJob: true }
    : { settings: [...settings, beforeDisk] };
}

/** Opens the platform's transactions. `app.tenant_id` confines its rights too, so it is emptied. */
export const platformOpening: Opening = { settings: [platformRole, everyBusiness] };

/** Opens a transaction of the platform that is confined to a business. */
export function getPlatformOpening(tenantId: string): Opening {
  return { settings: [platformRole, onlyBusiness(tenantId)] };
}

/**
 * Opens a count of a limit. The last counts of a server that crashes may be lost: waiting for the
 * disk would protect nobody.
 */
export const limiterOpening: Opening = {
  settings: [...platformOpening.settings, fixed(`set local statement_timeout = '2s'`), beforeDisk],
};

/** Opens a job's transaction, whose statements may take longer than a request's. */
export const jobOpening: Opening = {
  settings: [...platformOpening.settings, aMinute],
  isOfJob: true,
};

function fixed(text: string): Part {
  return { text, isPrepared: true };
}

/** Sets the business in the text of the statement: settings take no parameters. */
function onlyBusiness(tenantId: string): Part {
  return { text: `set local app.tenant_id = ${escapeLiteral(tenantId)}`, isPrepared: false };
}
