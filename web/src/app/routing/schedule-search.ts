import type { ViewName } from '../../modules/bookings/schedule/view.ts';
import { isDay, isId } from './search-params.ts';

const views: Record<ViewName, true> = { day: true, week: true, month: true };

export interface ScheduleSearch {
  readonly view?: ViewName;
  /** YYYY-MM-DD. */
  readonly day?: string;
  /** Whose calendar, where a super admin has chosen one. */
  readonly business?: string | undefined;
}

/** What the calendar's address says, cleaned of what it cannot mean. */
export function scheduleSearch(raw: Record<string, unknown>): ScheduleSearch {
  const { view, day, business } = raw;
  return { ...(isView(view) && { view }), ...(isDay(day) && { day }), ...(isId(business) && { business }) };
}

function isView(value: unknown): value is ViewName {
  return typeof value === 'string' && Object.hasOwn(views, value);
}
