import { capitalise, wording } from '@samay/contract/core/wording';
import { lazy, Suspense } from 'react';
import { QueueSection } from '../../modules/bookings/appointments/queue/queue-section.tsx';
import { DashboardScreen } from '../../modules/bookings/dashboard/dashboard-screen.tsx';
import { ConfirmTimesNotice } from '../../modules/availability/confirm-times-notice.tsx';
import { FreeNextCard } from '../../modules/bookings/free-next/free-next-card.tsx';
import { SetupChecklistSection } from '../../modules/tenancy/setup-checklist/setup-checklist-section.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { ButtonLink } from '../../ui/controls/links.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { isOwner } from '../routing/home.ts';

const OverviewScreen = lazy(async () => ({ default: (await loadChunk(() => import('./platform-pages.tsx'))).OverviewScreen }));

/**
 * The dashboard's home page: with the setup checklist for owners, with today's queue for other staff. A user without a business sees the
 * platform's overview.
 */
export function HomePage() {
  const session = useSession();
  const { tenant } = session;
  if (tenant && isOwner(session)) return <DashboardScreen first={<OwnersFirst />} link={<PeopleLink />} />;
  if (tenant) return <DashboardScreen first={<Today />} />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <OverviewScreen />
    </Suspense>
  );
}

function OwnersFirst() {
  return (
    <>
      <ConfirmTimesNotice />
      <SetupChecklistSection />
      <FreeNextCard />
    </>
  );
}

/** The link to patients or customers, which an owner's sidebar does not have (specification 2). */
function PeopleLink() {
  const { businessType } = useSession();
  return (
    <ButtonLink
      to={businessType === 'turf' ? '/turf-dashboard/customers' : '/dashboard/patients'}
      variant="default"
      mih={{ base: 44, sm: 36 }}
    >
      {capitalise(wording[businessType ?? 'doctor'].people)}
    </ButtonLink>
  );
}

function Today() {
  const { businessType } = useSession();
  const list = businessType === 'turf' ? '/turf-dashboard/employee/bookings' : '/dashboard/appointments';
  return (
    <>
      <QueueSection
        link={
          <ButtonLink to={list} variant="default">
            View Appointments
          </ButtonLink>
        }
      />
      <FreeNextCard />
    </>
  );
}
