import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { reportPeriods, type ReportPeriod } from '../../modules/desk/reports/report-period.ts';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { isDay, isKeyIn } from '../routing/search-params.ts';

// Loads in a second step: the names of its chunks would weigh on the sign-in page.
const ReportsScreen = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/desk/reports/reports-screen.tsx'))).ReportsScreen,
}));

/** Renders the reports at each of their addresses, with the period in the search parameters. */
export function ReportsPage() {
  const { period, from, to }: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown: ReportPeriod = {
    name: isKeyIn(reportPeriods, period) ? period : 'month',
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <ReportsScreen
        period={shown}
        onPeriod={({ name, ...days }) =>
          void navigate({ to: '.', search: { period: name, ...days }, replace: true })
        }
      />
    </Suspense>
  );
}
