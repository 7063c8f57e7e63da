import type { ViewName } from '../features/schedule/view.ts';
import { isDay } from './list-filters.ts';

const views: Record<ViewName, true> = { day: true, week: true, month: true };

/** What the calendar's address says, cleaned of what it cannot mean. */
export function scheduleSearch(raw: Record<string, unknown>): { view?: ViewName; day?: string } {
  const { view, day } = raw;
  return { ...(isView(view) && { view }), ...(isDay(day) && { day }) };
}

function isView(value: unknown): value is ViewName {
  return typeof value === 'string' && Object.hasOwn(views, value);
}
