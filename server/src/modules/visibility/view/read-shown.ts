import { indiaDate } from '@samay/contract/core/time';
import type { Usage } from '@samay/contract/tenancy/plans';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage, type RowsOf, type Statements } from '../../../db/read-in-one-message.ts';
import { usageOf, usageOn, type UsageRow } from '../../tenancy/index.ts';
import { keyAtLimit, type ListView, findVisibility } from './visibility-queries.ts';

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
  const rows = (await readInOneMessage(context, together)) as unknown as RowsOf<S> & {
    readonly usage: UsageRow[];
  };
  const usage = usageOf(rows.usage);
  if (usage.hidden === 0) return { rows, view: everything, usage };
  const visibility = await findVisibility(
    usage,
    async () => (await readInOneMessage(context, { key: keyAtLimit(usage, order) })).key,
  );
  const view = { order, visibility };
  return { rows: await readInOneMessage(context, statementsFor(view)), view, usage };
}
