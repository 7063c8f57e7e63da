/**
 * The settings that a transaction makes before its first statement; `$1` is the business. `random_page_cost` is that of solid-state disks: with
 * PostgreSQL's default, that of spinning disks, a business with most rows of a table was scanned whole instead of by its index. A job may
 * take longer than a request. `app.tenant_id` confines the platform's rights too (migration 0046), so `platform` and `job` empty it.
 */
export const transactionSettings = {
  tenant: `select where concat(set_config('role', 'samay_app', true), set_config('app.tenant_id', $1, true),
    set_config('statement_timeout', '5s', true), set_config('random_page_cost', '1.1', true)) is null`,
  platform: `select where concat(set_config('role', 'samay_platform', true), set_config('app.tenant_id', '', true)) is null`,
  platformInTenant: `select where concat(set_config('role', 'samay_platform', true), set_config('app.tenant_id', $1, true)) is null`,
  job: `select where concat(set_config('role', 'samay_platform', true), set_config('app.tenant_id', '', true),
    set_config('statement_timeout', '60s', true)) is null`,
};

const texts: ReadonlySet<string> = new Set(Object.values(transactionSettings));

export function isTransactionSettings(text: string): boolean {
  return texts.has(text);
}

export function isJobSettings(text: string): boolean {
  return text === transactionSettings.job;
}
