import type { Import } from '@samay/contract/imports/imports';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { lockName, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { addChosen } from '../choices/add-chosen.ts';
import { presentImport, undoEnd } from '../overview/present.ts';
import { beginRun, beginUndo, countBusy, lockImport, readImport } from '../overview/queries.ts';

interface Input {
  readonly params: { readonly id: string };
}

interface Start extends Input {
  readonly query: { readonly reminders?: 'yes' | undefined };
}

/**
 * Begins to bring in a file that was checked, which a job does, and adds what its words need. Throws
 * `not_found`, `import.not_ready`, and `import.busy` while another import of the business runs or is undone.
 */
export async function startImport(
  context: TenantContext,
  { params: { id }, query: { reminders } }: Start,
): Promise<Import> {
  return inTenant(context, async (tx) => {
    const { state } = await lockIdle(tx, context, id);
    assertThat(state === 'ready', 'import.not_ready');
    await addChosen(tx, context, id);
    const begun = { id, by: context.caller.userId, now: context.now, isReminded: reminders === 'yes' };
    await run(tx, context, beginRun(begun));
    await audit(tx, context, 'import.started', id);
    return readBack(tx, context, id);
  });
}

/**
 * Begins to take back what an import added, which a job does. Throws `not_found`, `import.undo_over` where
 * it was not run within the last seven days, and `import.busy`.
 */
export async function undoImport(context: TenantContext, { params: { id } }: Input): Promise<Import> {
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const { state, done_at: doneAt } = await lockIdle(tx, context, id);
    assertThat(state === 'done' && doneAt !== null && context.now < undoEnd(doneAt), 'import.undo_over');
    await run(tx, context, beginUndo({ id, by: context.caller.userId, now: context.now }));
    await audit(tx, context, 'import.undo_started', id);
    return readBack(tx, context, id);
  });
}

/** Locks an import while no other one of the business runs or is undone. */
async function lockIdle(tx: Tx, context: TenantContext, id: string) {
  const { locked, busy } = await runTogether(tx, context, {
    named: lockName({ name: `imports ${context.tenantId}` }),
    locked: lockImport({ id }),
    busy: countBusy({}),
  });
  const found = orNotFound(locked[0]);
  assertThat(onlyRow(busy).busy === 0, 'import.busy');
  return found;
}

async function readBack(tx: Tx, context: TenantContext, id: string): Promise<Import> {
  return presentImport(onlyRow(await run(tx, context, readImport({ id }))), context.now);
}
