import type { Planned } from './together.ts';

/**
 * What a transaction sets before its first statement; `$1` is the business. An opening answers no row, since nobody reads one: it travels
 * with the statement that follows (late-begin.ts). The cost is that of solid-state disks: by PostgreSQL's default, that of spinning ones, a
 * business that is most of a table was read through whole instead of by its index.
 */
export const openingTexts = {
  tenant: `select where concat(set_config('role', 'samay_app', true), set_config('app.tenant_id', $1, true),
    set_config('statement_timeout', '5s', true), set_config('random_page_cost', '1.1', true)) is null`,
  reading: `select where concat(set_config('role', 'samay_app', true), set_config('app.tenant_id', $1, true),
    set_config('statement_timeout', '5s', true), set_config('random_page_cost', '1.1', true),
    set_config('transaction_read_only', 'on', true)) is null`,
  platform: `select where concat(set_config('role', 'samay_platform', true), set_config('statement_timeout', '30s', true)) is null`,
};

const names = new Map(Object.entries(openingTexts).map(([name, text]) => [text, `opening_${name}`]));

/** The opening that a statement is, under the name that connections plan it by; undefined for any other statement. */
export function openingOf(text: string, values: readonly unknown[]): Planned | undefined {
  const name = names.get(text);
  return name === undefined ? undefined : { name, text, values };
}
