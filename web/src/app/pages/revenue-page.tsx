import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Period } from '../../modules/bookings/revenue/period.ts';
import { RevenueScreen } from '../../modules/bookings/revenue/revenue-screen.tsx';
import { periodSearch } from '../routing/period-search.ts';

/** The revenue page at each of its addresses, with its period kept in the address. */
export function RevenuePage() {
  const { period = 'daily', ...dates } = periodSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = ({ name, from, to }: Period) =>
    void navigate({ to: '.', search: periodSearch({ period: name, from, to }), replace: true });
  return <RevenueScreen period={{ name: period, ...dates }} onPeriodChange={change} />;
}
