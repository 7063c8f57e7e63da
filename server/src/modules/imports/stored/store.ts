import { randomUUID } from 'node:crypto';
import { isReachable } from '@samay/contract/people/contact';
import type { ImportKind, ReadRow, RowProblem } from '@samay/contract/imports/rows';
import type { AuditedWork } from '../../../context/business-context.ts';
import { run } from '../../../db/transaction.ts';
import { inTenant, type TenantWork, type Tx } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { endReading, failReading, insertImport, insertImportRows } from './store-queries.ts';

/** The most rows that are stored in one statement. */
export const mostStoredTogether = 500;

interface NewFile {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly heads: readonly string[];
  /** The owner who brings it in. */
  readonly by: string;
}

/** Adds an import, whose rows are stored next by `storeRows`; returns its id. */
export async function beginImport(tx: Tx, context: AuditedWork, file: NewFile): Promise<string> {
  const id = randomUUID();
  const { kind, fileName, heads, by } = file;
  await run(
    tx,
    context,
    insertImport({ id, kind, fileName, heads: JSON.stringify(heads), by, now: context.now }),
  );
  await audit(tx, context, 'import.added', id, { kind });
  return id;
}

/**
 * Stores rows of a file, at most `mostStoredTogether`, with the identity of their person. A row with
 * problems is refused; each other one must have its person or its booking.
 */
export async function storeRows(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId'>,
  id: string,
  rows: readonly ReadRow[],
): Promise<void> {
  const stored = rows.map(({ line, cells, person, booking, problems: found }) => {
    const { name, email, contact } = booking?.person ?? person ?? nobody;
    const isReached = isReachable({ personEmail: email, personContact: contact });
    const problems = found.length > 0 || isReached ? found : [unreachable];
    return {
      line,
      cells,
      content: booking ?? person ?? null,
      problems,
      name,
      email,
      contact,
      new_id: randomUUID(),
    };
  });
  await run(tx, work, insertImportRows({ id, rows: JSON.stringify(stored) }));
}

const unreachable: RowProblem = {
  column: null,
  code: 'reach.missing',
  text: 'There is no number and no email of this person',
};

const nobody = { name: null, email: null, contact: null };

/** Lets the job compare the rows of a file with the business, once all of them are stored. */
export async function endStoring(tx: Tx, work: Pick<TenantWork, 'tenantId'>, id: string): Promise<void> {
  await run(tx, work, endReading({ id }));
}

/** Notes why a file could not be read, in a sentence for its owner. */
export async function noteUnreadable(work: TenantWork, id: string, failure: string): Promise<void> {
  await inTenant({ ...work, isShown: false }, (tx) => run(tx, work, failReading({ id, failure })));
}
