import { indiaDate } from '@samay/contract/core/time';
import { deleteOldSheet, getSheet } from '../src/lib/browser/day-sheet-store.ts';
import { onMidnight } from '../src/lib/browser/midnight.ts';
import { tokens } from '../src/lib/api/access-token.ts';
import { serverNow } from '../src/lib/api/server-clock.ts';
import { showDay } from './show-day.ts';

/** The interval at which the server is polled while there is a network. */
const askEveryMs = 3_000;

const again = () => location.reload();
document.querySelector('#again')?.addEventListener('click', again);
addEventListener('online', again);
// Checks at the start: the network may return before this page listens, or may have been there all
// the time while the server did not answer.
setInterval(() => void tryAgain(), askEveryMs);

async function tryAgain(): Promise<void> {
  if (!navigator.onLine || document.visibilityState === 'hidden') return;
  const answer = await fetch('/api/health/live', {
    cache: 'no-store',
    signal: AbortSignal.timeout(askEveryMs),
  }).catch(() => undefined);
  if (answer?.ok) again();
}

/**
 * Shows the stored sheet of today while its session lasts: the sheet of a session that ends with
 * the browser is deleted with it.
 */
function show(): void {
  const today = indiaDate(serverNow());
  deleteOldSheet(today);
  showDay(document, getSheet(today));
}

show();
onMidnight(show);
tokens.listen(show);
addEventListener('storage', show);
