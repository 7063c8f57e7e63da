import type { Closing, ClosingSummary } from '@samay/contract/bookings/closings';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { readShown } from '../../visibility/index.ts';
import { countStates, findClosing, listDecisions, listOfClosing, listSince } from './queries.ts';
import { presentClosing, presentSummary } from './present.ts';

const mostListed = 20;
const daysListed = 2;

/** Returns one closing with its bookings as they are now. @throws `not_found` */
export async function getClosing(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<Closing> {
  const { rows } = await readShown(context, (view) => ({
    closing: findClosing({ id }),
    decisions: listDecisions({ id }),
    bookings: listOfClosing(view, { closingId: id }),
  }));
  return presentClosing(orNotFound(rows.closing[0]), rows.decisions, rows.bookings, context);
}

/** Lists the closings of the last two days, latest first; a doctor's own. */
export async function listClosings(context: TenantContext): Promise<{ items: ClosingSummary[] }> {
  const since = new Date(context.now.getTime() - daysListed * 86_400_000);
  const memberId = context.caller.role === 'DOCTOR' ? context.caller.userId : null;
  const { closings, counts } = await readInOneMessage(context, {
    closings: listSince({ since, memberId, limit: mostListed }),
    counts: countStates({ since }),
  });
  return {
    items: closings.map((row) => {
      const own = counts.filter((each) => each.closing_id === row.id);
      const refunds = own.reduce((sum, each) => sum + each.refunds, 0);
      const found = Object.fromEntries(own.map((each) => [each.state, each.count]));
      return presentSummary(row, { counts: found, refunds }, context);
    }),
  };
}
