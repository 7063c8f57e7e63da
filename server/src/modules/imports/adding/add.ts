import { type ColumnUse, getMissing, readUses } from '@samay/contract/imports/columns';
import type { Import } from '@samay/contract/imports/imports';
import type { ImportKind } from '@samay/contract/imports/rows';
import { errorKinds } from '@samay/contract/core/errors';
import { indiaDate } from '@samay/contract/core/time';
import { systemContext } from '../../../context/business-context.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { presentImport } from '../overview/present.ts';
import { readImport } from '../overview/queries.ts';
import { beginImport, endStoring, noteUnreadable, storeRows } from '../stored/store.ts';
import { saveUses } from './queries.ts';
import { readings, receiveImport, type ReceivedFile } from './receive.ts';

interface Input {
  readonly query: { readonly kind: ImportKind; readonly columns: string };
}

/**
 * Adds the request's file, whose rows are read after the reply. It was read whole before, so that one that
 * cannot be read leaves nothing. Throws `import.…` then.
 */
export async function addImport(
  context: TenantContext,
  { query: { kind, columns } }: Input,
): Promise<Import> {
  const uses = orNotFound(readUses(columns), 'import.columns_missing');
  assertThat(getMissing(kind, uses).length === 0, 'import.columns_missing');
  const file = await receiveImport(context);
  try {
    const added = await begin(context, file, { kind, uses, columns });
    void storeFile(context, file, { id: added.id, kind, uses });
    return added;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function begin(
  context: TenantContext,
  file: ReceivedFile,
  { kind, uses, columns }: { kind: ImportKind; uses: readonly ColumnUse[]; columns: string },
): Promise<Import> {
  const { fileName } = file;
  const found = await readings.recognise(file.content(), { fileName, kind }, context.log);
  assertThat(found.columns.length === uses.length, 'import.columns_changed');
  const heads = found.columns.map(({ head }) => head);
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const id = await beginImport(tx, context, { kind, fileName, heads, by: context.caller.userId });
    await run(tx, context, saveUses({ id, columns }));
    return presentImport(onlyRow(await run(tx, context, readImport({ id }))), context.now);
  });
}

/** Stores the rows of a file, and lets their check begin. A file that fails says why. */
async function storeFile(
  { dependencies, tenantId, now, log }: TenantContext,
  file: ReceivedFile,
  { id, kind, uses }: { id: string; kind: ImportKind; uses: readonly ColumnUse[] },
): Promise<void> {
  const work = { ...systemContext(dependencies, { job: 'read imports', tenantId }), isShown: false } as const;
  const about = { kind, uses, today: indiaDate(now) };
  try {
    await readings.readRows(file.content(), { fileName: file.fileName, about, log }, (rows) =>
      inTenant(work, (tx) => storeRows(tx, work, id, rows)),
    );
    await inTenant(work, (tx) => endStoring(tx, work, id));
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'import.not_read';
    log.error({ err: error, import: id }, 'a file could not be stored');
    const { sentence } = errorKinds[code];
    const failure = typeof sentence === 'string' ? sentence : errorKinds['import.not_read'].sentence;
    await noteUnreadable(work, id, failure).catch(() => undefined);
  } finally {
    await file.discard();
  }
}
