import { type Import, importUndoDays } from '@samay/contract/imports/imports';
import type { ImportOverview } from './queries.ts';

/** Returns until when the run of an import may be undone, and its rows are kept: those of another one from its upload. */
export function undoEnd(since: Date): Date {
  return new Date(since.getTime() + importUndoDays * 86_400_000);
}

/** Maps a row to the contract's import. */
export function presentImport(row: ImportOverview, now: Date): Import {
  const { counts, done_at: doneAt, state } = row;
  const end = doneAt && undoEnd(doneAt);
  return {
    id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    heads: row.heads,
    addedAt: row.added_at.toISOString(),
    addedBy: row.name,
    state,
    failure: row.failure,
    percent: row.total === 0 ? 0 : Math.min(100, Math.floor((100 * row.handled) / row.total)),
    total: row.total,
    counts: counts && {
      new: counts.new,
      same: counts.same,
      household: counts.household,
      changed: counts.changed,
      refused: counts.refused,
    },
    doneAt: doneAt?.toISOString() ?? null,
    undoUntil: state === 'done' && end && end > now ? end.toISOString() : null,
    undone: state === 'undone' && counts ? { removed: counts.removed, stayed: counts.stayed } : null,
  };
}
