import { useNavigate, useSearch } from '@tanstack/react-router';
import { ScheduleScreen } from '../features/schedule/schedule-screen.tsx';
import { useSession } from '../lib/session.tsx';
import { ComingPage } from './coming-page.tsx';
import { scheduleSearch } from './schedule-search.ts';

/** The calendar at each of its addresses, with its view and day kept in the address. Who has no business of their own has none. */
export function SchedulePage() {
  const place = scheduleSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { tenant } = useSession();
  if (!tenant) return <ComingPage />;
  return (
    <ScheduleScreen
      place={place}
      onPlaceChange={(next) => void navigate({ to: '.', search: () => scheduleSearch({ ...next }), replace: true })}
    />
  );
}
