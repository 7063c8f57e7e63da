import { escapeLiteral } from 'pg';

/** A setting that a transaction makes before its first statement. */
export interface Setting {
  readonly text: string;
  /** Whether it reads the same in every transaction, so that it may be prepared. */
  readonly isFixed: boolean;
}

/** All settings of a transaction. */
export interface TransactionSettings {
  readonly settings: readonly Setting[];
  /** Whether no request waits for it: its answers may take longer. */
  readonly isOfJob?: boolean;
}

/**
 * Citus refuses it: it prepares no plan of several tables without their values, and plans each call
 * (decision 0077).
 */
export const genericPlans = fixed('set local plan_cache_mode = force_generic_plan');

const appRole = fixed('set local role samay_app');
const platformRole = fixed('set local role samay_platform');
const everyBusiness = fixed(`set local app.tenant_id = ''`);
const ofRequest = [
  fixed(`set local statement_timeout = '5s'`),
  fixed('set local random_page_cost = 1.1'),
  genericPlans,
];

/**
 * Gives the settings of a business's transaction. They are statements, because Citus passes those
 * on to its workers and does not pass on `set_config`. `random_page_cost` is that of solid-state
 * disks: with PostgreSQL's default, that of spinning disks, a business with most rows of a table
 * was scanned whole instead of by its index. Prepared statements keep their generic plan:
 * PostgreSQL judges it dearer than one for the values at hand, which are much alike, and planned
 * each call for a third of its time.
 */
export function tenantSettingsOf(tenantId: string): TransactionSettings {
  return { settings: [appRole, onlyBusiness(tenantId), ...ofRequest] };
}

/**
 * Gives the settings of the platform's transactions. `app.tenant_id` confines its rights too, so it
 * is emptied.
 */
export const platformSettings: TransactionSettings = { settings: [platformRole, everyBusiness] };

/** Gives the settings of a transaction of the platform that is confined to a business. */
export function platformSettingsOf(tenantId: string): TransactionSettings {
  return { settings: [platformRole, onlyBusiness(tenantId)] };
}

/**
 * Gives the settings of a count of a limit. A count is short, and the last ones of a server that
 * crashes may be lost: waiting for the disk would protect nobody.
 */
export const limiterSettings: TransactionSettings = {
  settings: [
    ...platformSettings.settings,
    fixed(`set local statement_timeout = '2s'`),
    fixed('set local synchronous_commit = off'),
  ],
};

/** Gives the settings of a job's transaction, which may take longer than a request. */
export const jobSettings: TransactionSettings = {
  settings: [...platformSettings.settings, fixed(`set local statement_timeout = '60s'`)],
  isOfJob: true,
};

function fixed(text: string): Setting {
  return { text, isFixed: true };
}

/** Settings take no parameters. */
function onlyBusiness(tenantId: string): Setting {
  return { text: `set local app.tenant_id = ${escapeLiteral(tenantId)}`, isFixed: false };
}
