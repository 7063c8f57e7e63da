import { indiaDate } from '@samay/contract/core/time';
import type { Usage } from '@samay/contract/tenancy/plans';
import type { TenantContext } from '../../../context/request-context.ts';
import { readAtOnce, type RowsOf, type Statements } from '../../../db/read-at-once.ts';
import { usageOf, usageOn, type UsageRow } from '../../tenancy/index.ts';
import { keyAtLimit, type ListView, visibilityOf } from './visibility-queries.ts';

/**
 * Reads a screen's rows of bookings, with the plan's usage. Everything is sent in one message as if
 * the plan hid nothing, which is the common case; where it hides something, the screen is read
 * again within the limit.
 */
export async function readShown<S extends Statements>(
  context: TenantContext,
  statementsFor: (view: ListView) => S,
): Promise<{ readonly rows: RowsOf<S>; readonly view: ListView; readonly usage: Usage }> {
  const order = context.businessType;
  const everything: ListView = { order, visibility: 'everything' };
  const together = { ...statementsFor(everything), usage: usageOn(indiaDate(context.now)) };
  const rows = (await readAtOnce(context, together)) as unknown as RowsOf<S> & { readonly usage: UsageRow[] };
  const usage = usageOf(rows.usage);
  if (usage.hidden === 0) return { rows, view: everything, usage };
  const visibility = await visibilityOf(
    usage,
    async () => (await readAtOnce(context, { key: keyAtLimit(usage, order) })).key,
  );
  const view = { order, visibility };
  return { rows: await readAtOnce(context, statementsFor(view)), view, usage };
}
