import { platform, statement } from './statement.ts';
import { run, type Tx } from './transaction.ts';

/** The marks of commands that are run by hand; a scheduled job is marked as `job <name>`. */
export type MarkName = 'backup' | 'restore-drill' | `job ${string}`;

export interface PlatformMark {
  readonly name: string;
  readonly at: Date;
  readonly detail: unknown;
}

/**
 * Records that something of the whole installation has just succeeded, in a platform transaction.
 * `detail` is shown to the super admin: sizes and durations, never a person or a business. An older
 * instant does not replace a newer one, so two processes may mark in any order.
 */
export async function setMark(
  tx: Tx,
  name: MarkName,
  at: Date,
  detail: Record<string, string | number | boolean> = {},
): Promise<void> {
  await run(tx, platform, saveMark({ name, at, detail: JSON.stringify(detail) }));
}

const saveMark = statement((db, { name, at, detail }: { name: MarkName; at: Date; detail: string }) =>
  db
    .insertInto('platform_marks')
    .values({ name, at, detail })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({ at: row.ref('excluded.at'), detail: row.ref('excluded.detail') }))
        .where('platform_marks.at', '<=', at),
    ),
);

/** Lists all marks by name; for a read of the platform. */
export const listMarks = statement<object, PlatformMark>((db) =>
  db.selectFrom('platform_marks').select(['name', 'at', 'detail']).orderBy('name'),
);
