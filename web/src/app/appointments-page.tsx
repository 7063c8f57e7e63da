import { useNavigate, useSearch } from '@tanstack/react-router';
import { AppointmentsScreen } from '../features/appointments/appointments-screen.tsx';
import { useSession } from '../lib/session.tsx';
import { ComingPage } from './coming-page.tsx';
import { listFilters } from './list-filters.ts';

/** The list, with its filters kept in the address. Who has no business of their own has no list yet. */
export function AppointmentsPage() {
  const { status = 'all', ...rest } = useSearch({ from: '/dashboard/dashboard/appointments' });
  const navigate = useNavigate();
  const { tenant } = useSession();
  if (!tenant) return <ComingPage />;
  return (
    <AppointmentsScreen
      filters={{ ...rest, status }}
      onFiltersChange={(next) => void navigate({ to: '/dashboard/appointments', search: listFilters({ ...next }), replace: true })}
    />
  );
}
