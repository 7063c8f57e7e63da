import type { Closing } from '@samay/contract/bookings/closings';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { assertMayClose, changeAvailability, removeClosure } from '../../availability/index.ts';
import { getClosing } from './get.ts';
import { mayUndo } from './present.ts';
import { findClosing, lockClosing, markUndoing, markUndone } from './queries.ts';

/**
 * Takes a closing back: removes the closure that it added, and marks its bookings for
 * `continueClosing`. Bookings that are not handled yet stay as they are.
 * @throws `not_found`, `closing.stands`; `closing.busy` while a request handles its bookings
 */
export async function undoClosing(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<Closing> {
  await changeAvailability(context, async (tx) => {
    const [lock] = await run(tx, context, lockClosing({ id }));
    assertThat(!lock?.busy_until || lock.busy_until <= context.now, 'closing.busy');
    const closing = orNotFound((await run(tx, context, findClosing({ id })))[0]);
    await assertMayClose(tx, context, closing.resource_id);
    assertThat(mayUndo(closing, context), 'closing.stands');
    if (closing.adds_closure) await removeClosure(tx, context, closing.exception_id);
    await run(tx, context, markUndone({ id, now: context.now }));
    await run(tx, context, markUndoing({ id }));
    await audit(tx, context, 'closing.undone', id);
  });
  return getClosing(context, { params: { id } });
}
