import { useEffect, useRef, useState } from 'react';

const glowMs = 2500;
const none: ReadonlySet<string> = new Set();

interface Seen {
  readonly list: string;
  readonly ids: ReadonlySet<string>;
}

/**
 * The ids of rows that have just appeared, for as long as they are highlighted. Rows of another page or other filters do not count, nor do rows
 * that move up from beyond the last page. `list` identifies the filters and the loaded pages, `own` the row that was just made here: it counts
 * wherever it appears.
 */
export function useFreshRows(ids: readonly string[], list: string, own?: string): ReadonlySet<string> {
  const seen = useRef<Seen | null>(null);
  const [fresh, setFresh] = useState(none);

  useEffect(() => {
    const before = seen.current;
    seen.current = { list, ids: new Set(ids) };
    const arrived = before?.list === list ? arrivedAmong(ids, before.ids, own) : [];
    if (arrived.length > 0) setFresh(new Set(arrived));
  }, [ids, list, own]);

  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = setTimeout(() => setFresh(none), glowMs);
    return () => clearTimeout(timer);
  }, [fresh]);

  return fresh;
}

/** The new ids above a known one, or all of them if the list was empty; the own one in any place. */
export function arrivedAmong(ids: readonly string[], known: ReadonlySet<string>, own?: string): string[] {
  const last = ids.findLastIndex((id) => known.has(id));
  return ids.filter((id, index) => !known.has(id) && (index < last || known.size === 0 || id === own));
}
