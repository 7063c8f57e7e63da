import { escapeLiteral } from 'pg';

/**
 * Citus refuses it: it prepares no plan of several tables without their values, and plans each call
 * anew (decision 0077).
 */
export const genericPlans = 'set local plan_cache_mode = force_generic_plan';

/** `$1` is the business. */
const tenant = [
  'set local role samay_app',
  'set local app.tenant_id = $1',
  `set local statement_timeout = '5s'`,
  'set local random_page_cost = 1.1',
  genericPlans,
];

const platform = ['set local role samay_platform', `set local app.tenant_id = ''`];

/**
 * The settings that a transaction makes before its first statement; `$1` is the business. They are
 * statements, because Citus passes those on to its workers and does not pass on `set_config`.
 * `random_page_cost` is that of solid-state disks: with PostgreSQL's default, that of spinning
 * disks, a business with most rows of a table was scanned whole instead of by its index. Prepared
 * statements keep their generic plan: PostgreSQL judges it dearer than one for the values at hand,
 * which are much alike, and planned anew at every call for a third of its time. A job may take
 * longer than a request. `app.tenant_id` confines the platform's rights too, so `platform` and
 * `job` empty it.
 */
export const transactionSettings = {
  tenant: tenant.join('; '),
  platform: platform.join('; '),
  platformInTenant: ['set local role samay_platform', 'set local app.tenant_id = $1'].join('; '),
  /**
   * Of a count of a limit. A count is short, and the last ones of a server that crashes may be
   * lost: waiting for the disk would protect nobody.
   */
  limiter: [...platform, `set local statement_timeout = '2s'`, 'set local synchronous_commit = off'].join(
    '; ',
  ),
  job: [...platform, `set local statement_timeout = '60s'`].join('; '),
};

const texts: ReadonlySet<string> = new Set(Object.values(transactionSettings));

export function isTransactionSettings(text: string): boolean {
  return texts.has(text);
}

export function isJobSettings(text: string): boolean {
  return text === transactionSettings.job;
}

const constants: ReadonlySet<string> = new Set(
  [...tenant, ...platform].filter((text) => !text.includes('$')),
);

/** Whether this setting reads the same in every transaction, so that it may be prepared. */
export function isConstantSetting(text: string): boolean {
  return constants.has(text);
}

/**
 * Raises the change stamp of a business ($1). It is sent with the commit: the later, the shorter
 * its row is held (decision 0036).
 */
export const stampRaising = 'select raise_stamp($1::uuid)';

/**
 * Keeps the reply of an idempotency key as a transaction's last statement, also sent with the
 * commit. It is refused where another transaction has kept one, and then nothing is committed.
 */
export const replyKeeping =
  'insert into idempotency_keys (tenant_id, key, request_hash, reply, created_at) values ($1::uuid, $2, $3, $4::jsonb, $5::timestamptz)';

/** Each setting of a business's transaction as a statement of its own. */
export function tenantSettingsOf(tenantId: string): string[] {
  return tenant.map((text) => withValues(text, [tenantId]));
}

/** The same of a transaction over all businesses. */
export const platformSettings: readonly string[] = platform;

/** The text of a statement with its values inserted: settings take no parameters. */
export function withValues(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) =>
    escapeLiteral(String(values[Number(position) - 1])),
  );
}
