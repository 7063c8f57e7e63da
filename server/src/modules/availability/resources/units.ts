import type { ResourceRow } from './queries.ts';

type Row = Pick<ResourceRow, 'id' | 'whole_id' | 'archived_at'>;

/** Lists a resource with its parts, or a part with its whole and the other parts. */
export function findFamily(all: readonly Row[], id: string): string[] {
  const whole = all.find((row) => row.id === id)?.whole_id ?? id;
  return all.filter((row) => row.id === whole || row.whole_id === whole).map((row) => row.id);
}

/**
 * Lists the units that a booking occupies: the parts that are not archived, or the resource itself.
 * Bookings of an archived part occupy that part, and the whole when it has no other part.
 */
export function findUnits(all: readonly Row[], id: string): string[] {
  const parts = findParts(all, id);
  if (parts.length > 0) return parts;
  const own = all.find((row) => row.id === id);
  const whole = all.find((row) => row.id === own?.whole_id);
  const isInWhole = own?.archived_at && whole && !whole.archived_at && findParts(all, whole.id).length === 0;
  return [isInWhole ? whole.id : id];
}

function findParts(all: readonly Row[], id: string): string[] {
  return all.filter((row) => row.whole_id === id && row.archived_at === null).map((row) => row.id);
}
