import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import type { ViewName } from './layout/view.ts';
import classes from './schedule-days.module.css';

/** Renders a placeholder with the height of the calendar, so that nothing below it moves. */
export function Waiting({ view, onRetry }: { view: ViewName; onRetry: () => void }) {
  return (
    <div role="group" aria-busy aria-label="Loading">
      <SlowNotice onRetry={onRetry} />
      <div className={classes.waiting} data-view={view} />
    </div>
  );
}
