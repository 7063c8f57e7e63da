import type { LocalDate } from '@samay/contract/core/time';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PrintDayButton } from '../../modules/desk/day-sheet/print-day-button.tsx';
import { CalendarSection } from '../../modules/reach/calendar/calendar-section.tsx';
import { ScheduleScreen } from '../../modules/desk/schedule/schedule-screen.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { useSession } from '../../lib/session/session.tsx';
import { ButtonLink } from '../../ui/controls/links.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { getSettingsPath } from '../routing/navigation.ts';
import { type ScheduleSearch, scheduleSearch } from '../routing/search-params.ts';

const TenantSchedulePage = lazy(async () => ({
  default: (await loadChunk(() => import('./tenant-schedule-page.tsx'))).TenantSchedulePage,
}));

/** Renders the button that prints one day of the calendar. */
function getPrintButton(day: LocalDate) {
  return <PrintDayButton date={day} />;
}

/**
 * Renders the calendar at each of its addresses, with view and day in the search parameters. A user
 * without a business chooses one.
 */
export function SchedulePage() {
  const { business, ...place } = scheduleSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const session = useSession();
  const onChange = (next: ScheduleSearch) =>
    void navigate({ to: '.', search: () => scheduleSearch({ ...next }), replace: true });
  if (!session.tenant) {
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <TenantSchedulePage business={business} place={place} onChange={onChange} />
      </Suspense>
    );
  }
  const settings = getSettingsPath(session);
  return (
    <ScheduleScreen
      place={place}
      onPlaceChange={onChange}
      printOf={getPrintButton}
      below={
        <CalendarSection
          toSettings={
            settings !== undefined && (
              <ButtonLink to={settings} variant="default">
                Go to Settings
              </ButtonLink>
            )
          }
        />
      }
    />
  );
}
