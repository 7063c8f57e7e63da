import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Period, PeriodName } from '../../modules/bookings/revenue/period.ts';
import { RevenueScreen } from '../../modules/bookings/revenue/revenue-screen.tsx';
import { isDay, isKeyOf } from '../routing/search-params.ts';

interface PeriodSearch {
  period?: PeriodName;
  /** YYYY-MM-DD. */
  from?: string;
  to?: string;
}

const names: Record<PeriodName, true> = { daily: true, weekly: true, monthly: true, custom: true };

/** The revenue page at each of its addresses, with its period in the search parameters; without them it shows today. */
export function RevenuePage() {
  const { period = 'daily', ...dates } = periodSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = ({ name, from, to }: Period) =>
    void navigate({ to: '.', search: periodSearch({ period: name, from, to }), replace: true });
  return <RevenueScreen period={{ name: period, ...dates }} onPeriodChange={change} />;
}

function periodSearch({ period, from, to }: Record<string, unknown>): PeriodSearch {
  return {
    ...(isKeyOf(names, period) && period !== 'daily' && { period }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}
