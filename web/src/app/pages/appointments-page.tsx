import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AppointmentsScreen } from '../../modules/bookings/appointments/list/appointments-screen.tsx';
import { PrintDayButton } from '../../modules/desk/day-sheet/print-day-button.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { useToday } from '../../lib/browser/use-today.ts';
import { TextLink } from '../../ui/controls/links.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { listSearch } from '../routing/search-params.ts';

const TenantAppointmentsPage = lazy(async () => ({
  default: (await loadChunk(() => import('./platform-pages.tsx'))).TenantAppointmentsPage,
}));

/**
 * Renders the list of bookings, with its filters in the search parameters. A user without a
 * business chooses one, read-only.
 */
export function AppointmentsPage() {
  const { status = 'all', ...rest } = listSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const today = useToday();
  const { tenant, businessType, permissions } = useSession();
  if (!tenant) {
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <TenantAppointmentsPage />
      </Suspense>
    );
  }
  return (
    <AppointmentsScreen
      filters={{ ...rest, status }}
      print={<PrintDayButton date={rest.from ?? today} />}
      links={
        businessType === 'turf' &&
        permissions.includes('patients.read') && (
          <TextLink to="/turf-dashboard/customers" size="sm" py={12} my={-12}>
            Customers
          </TextLink>
        )
      }
      onFiltersChange={(next) =>
        void navigate({ to: '.', search: () => listSearch({ ...next }), replace: true })
      }
    />
  );
}
