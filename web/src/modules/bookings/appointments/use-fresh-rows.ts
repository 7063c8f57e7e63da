import { useEffect, useRef, useState } from 'react';

const glowMs = 2500;
const none: ReadonlySet<string> = new Set();

interface Seen {
  readonly list: string;
  readonly ids: ReadonlySet<string>;
}

/**
 * Returns the ids of rows that have just appeared, each for as long as it is highlighted. Rows of
 * another page or other filters do not count, nor do rows that move up from beyond the last page.
 * `list` identifies the filters and the loaded pages. `own` is the row just created here: it always
 * counts, even if a live event brought it before the reply did.
 */
export function useFreshRows(ids: readonly string[], list: string, own?: string): ReadonlySet<string> {
  const seen = useRef<Seen | null>(null);
  const shown = useRef(own);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const [fresh, setFresh] = useState(none);

  useEffect(() => {
    const before = seen.current;
    seen.current = { list, ids: new Set(ids) };
    const arrived = before?.list === list ? arrivedAmong(ids, before.ids) : [];
    if (own !== undefined && own !== shown.current && ids.includes(own)) {
      shown.current = own;
      arrived.push(own);
    }
    if (arrived.length === 0) return;
    setFresh((now) => new Set([...now, ...arrived]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setFresh((now) => new Set([...now].filter((id) => !arrived.includes(id))));
    }, glowMs);
    timers.current.add(timer);
  }, [ids, list, own]);

  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);

  return fresh;
}

/** Returns the new ids above a known one, or all of them if the list was empty. */
export function arrivedAmong(ids: readonly string[], known: ReadonlySet<string>): string[] {
  const last = ids.findLastIndex((id) => known.has(id));
  return ids.filter((id, index) => !known.has(id) && (index < last || known.size === 0));
}
