import { useEffect, useState } from 'react';
import { ChunkLoadError } from './chunk.ts';
import { isOutOfDate, mayReload } from './new-version.ts';

type Finding = 'looking' | 'updated' | 'none';

/** The text shown when a chunk is missing because Samay was updated. */
export const updatedSentence = 'Samay was updated since this page was loaded. Reload to go on.';

/**
 * Determines whether an error is a chunk that is missing because Samay was updated since the page
 * was loaded: `looking` during the check, `updated` if so, otherwise `none`. With `byItself` an
 * outdated page reloads immediately, at the address of the navigation.
 */
export function useChunkRecovery(error: unknown, byItself: boolean): Finding {
  const isMissing = error instanceof ChunkLoadError && error.type === 'missing';
  const [finding, setFinding] = useState<Finding>(isMissing ? 'looking' : 'none');
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    void isOutOfDate().then((isUpdated) => {
      if (isOver) return;
      // Shows nothing else during the reload.
      if (isUpdated && byItself && mayReload()) location.reload();
      else setFinding(isUpdated ? 'updated' : 'none');
    });
    return () => void (isOver = true);
  }, [isMissing, byItself]);
  return finding;
}
