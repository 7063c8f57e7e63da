import { indiaDate, now } from '@samay/contract/core/time';
import { deleteOldSheet, sheetOf } from '../src/lib/browser/day-sheet-store.ts';
import { onMidnight } from '../src/lib/browser/midnight.ts';
import { tokens } from '../src/lib/api/access-token.ts';
import { showDay } from './show-day.ts';

const again = () => location.reload();
document.querySelector('#again')?.addEventListener('click', again);
addEventListener('online', again);

/** Shows the stored sheet of today while its session lasts: a session that ends with the browser takes its sheet with it. */
function show(): void {
  const today = indiaDate(now());
  deleteOldSheet(today);
  showDay(document, sheetOf(today));
}

show();
onMidnight(show);
tokens.listen(show);
addEventListener('storage', show);
