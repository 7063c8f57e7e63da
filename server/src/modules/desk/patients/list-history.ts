import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { listPatientHistory as endpoint } from '@samay/contract/desk/visits';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { readShown } from '../../visibility/index.ts';
import { cursorsByTime, getKey } from '../revenue/cursor.ts';
import { listHistory } from './history-queries.ts';
import { presentNoted } from './present.ts';

interface Input {
  readonly params: { readonly id: string };
  readonly query: { readonly cursor?: string | undefined; readonly limit: number };
}

/**
 * Returns a page of a person's bookings that the plan shows, latest first. Throws `not_found` if
 * there are none.
 */
export async function listPatientHistory(
  context: TenantContext,
  { params, query }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const after = cursorsByTime.read(query.cursor);
  const page = { after, limit: query.limit + 1 };
  const { found } = (await readShown(context, (view) => ({ found: listHistory(view, params.id, page) })))
    .rows;
  assertThat(found.length > 0 || after, 'not_found');
  return cursorsByTime.makePage(found, query.limit, { getKey, present: (row) => presentNoted(row, context) });
}
