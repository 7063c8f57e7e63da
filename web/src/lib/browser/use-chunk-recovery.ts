import { useEffect, useState } from 'react';
import { ChunkLoadError } from './chunk.ts';
import { isOutOfDate, mayReload } from './new-version.ts';

type Finding = 'looking' | 'updated' | 'none';

/** What is told where a part is missing because Samay is another version by now. */
export const updatedSentence = 'Samay was updated since this page was loaded. Reload to go on.';

/**
 * For who has just met an error: `looking` while it is found out, `updated` when Samay was updated since this page was loaded, which is
 * why a part of it is missing, else `none`. With `byItself` an outdated page is loaded anew at once, at the address it was going to.
 */
export function useChunkRecovery(error: unknown, byItself: boolean): Finding {
  const isMissing = error instanceof ChunkLoadError && error.type === 'missing';
  const [finding, setFinding] = useState<Finding>(isMissing ? 'looking' : 'none');
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    void isOutOfDate().then((isUpdated) => {
      if (isOver) return;
      // On its way: nothing else is said meanwhile.
      if (isUpdated && byItself && mayReload()) location.reload();
      else setFinding(isUpdated ? 'updated' : 'none');
    });
    return () => void (isOver = true);
  }, [isMissing, byItself]);
  return finding;
}
