import { indiaDate } from '@samay/contract/core/time';
import type { Usage } from '@samay/contract/tenancy/plans';
import { sql } from 'kysely';
import type { BookingContext } from '../../../context/business-context.ts';
import { readInOneMessage, type RowsOf, type Statements } from '../../../db/read-in-one-message.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { usageOf, usageOn, type UsageRow } from '../../tenancy/index.ts';
import { shownStatement } from './shown-queries.ts';
import { keyAtLimit, type ListView, findVisibility, visibilityIn, visible } from './visibility-queries.ts';

/**
 * Reads a screen's rows of bookings, with the plan's usage. Everything is sent in one message as if
 * the plan hid nothing, which is the common case; where it hides something, the screen is read
 * again within the limit.
 */
export async function readShown<S extends Statements>(
  context: BookingContext,
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

/** Returns which of these bookings the plan shows, within a transaction. */
export async function shownBookings(
  tx: Tx,
  work: Pick<BookingContext, 'tenantId' | 'now' | 'businessType'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const view = { order: work.businessType, visibility: (await visibilityIn(tx, work)).visibility };
  return new Set((await run(tx, work, listShown(view, { ids }))).map(({ id }) => id));
}

const listShown = shownStatement<{ ids: readonly string[] }, { id: string }>((db, view, { tenantId, ids }) =>
  db
    .selectFrom('appointments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(visible(view.order, view.visibility)),
);
