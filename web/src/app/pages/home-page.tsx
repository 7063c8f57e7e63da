import { Box, Group } from '@mantine/core';
import { type RefObject, lazy, Suspense, useRef } from 'react';
import { QuickBooking } from '../../modules/bookings/appointments/book/quick/quick-booking.tsx';
import { QueueSection } from '../../modules/bookings/appointments/desk/queue-section.tsx';
import { RecentSection } from '../../modules/bookings/appointments/desk/recent-section.tsx';
import { DashboardScreen } from '../../modules/desk/dashboard/dashboard-screen.tsx';
import { FreeNextCard } from '../../modules/desk/free-next/free-next-card.tsx';
import { SummaryLine } from '../../modules/desk/summary/summary-line.tsx';
import { RefundsNotice } from '../../modules/public/requests/refunds-notice.tsx';
import { RequestsNotice } from '../../modules/public/requests/requests-notice.tsx';
import { TakingsLine } from '../../modules/ledger/takings/takings-line.tsx';
import { SetupChecklistSection } from '../../modules/tenancy/setup-checklist/setup-checklist-section.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { ButtonLink } from '../../ui/controls/links.tsx';
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { isOwner } from '../routing/home.ts';
import { closing, getMoneyPath, getOnlinePath, getRequestsPath } from '../routing/navigation.ts';
import { DailyLinks } from '../shell/daily-links.tsx';

/** It is part of home's chunk, because users open it from there. */
export { MoneyPage } from './money-page.tsx';

const OverviewScreen = lazy(async () => ({
  default: (await loadChunk(() => import('./platform-pages.tsx'))).OverviewScreen,
}));

const UnreadReplies = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/reach/notices/unread-replies.tsx'))).UnreadReplies,
}));

const OpenDrawerNotices = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/ledger/drawer/open-drawer-notices.tsx')))
    .OpenDrawerNotices,
}));

/**
 * Renders the dashboard's home page: today's queue first, for owners below their setup checklist. A
 * user without a business sees the platform's overview.
 */
export function HomePage() {
  const session = useSession();
  const { tenant } = session;
  if (tenant && isOwner(session)) return <DashboardScreen first={<OwnersFirst />} link={<OwnersLinks />} />;
  if (tenant) return <DashboardScreen first={<StaffFirst />} link={<CloseDrawerLink />} />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <OverviewScreen />
    </Suspense>
  );
}

function OwnersFirst() {
  const number = useRef<HTMLInputElement>(null);
  const money = getMoneyPath(useSession());
  return (
    <>
      <PartBoundary onGiveUp={() => undefined}>{money && <OpenDrawerNotices path={money} />}</PartBoundary>
      <FailedRefunds />
      <SetupChecklistSection onBook={() => number.current?.focus()} />
      <Desk number={number} />
    </>
  );
}

/**
 * Renders the form for a quick booking, the first rows of the queue, the next free starts and what
 * the user took today. The rest of the queue has a page of its own.
 */
function Desk({ number }: { number?: RefObject<HTMLInputElement | null> }) {
  const path = useQueuePath();
  return (
    <>
      <WaitingRequests />
      <QuickBooking keepsRoom {...(number && { number })} />
      {/* A phone has the sidebar in a drawer. */}
      <Box hiddenFrom="md">
        <DailyLinks isRow />
      </Box>
      <Answers />
      <QueueSection first={{ most: mostAtHome, page: path }} />
      <FreeNextCard />
      <TakingsLine />
    </>
  );
}

/** The number of queue rows at home: as many as a desk's screen shows. */
const mostAtHome = 10;

function useQueuePath() {
  const session = useSession();
  if (session.businessType !== 'turf') return '/dashboard/queue' as const;
  return isOwner(session) ? ('/turf-dashboard/queue' as const) : ('/turf-dashboard/employee/queue' as const);
}

/**
 * Renders the owner's numbers and the link to the close next to the greeting, which take no room
 * from the queue.
 */
function OwnersLinks() {
  return (
    <Group gap="sm" flex={{ base: '1 1 100%', sm: '0 1 auto' }}>
      <SummaryLine />
      <CloseDrawerLink />
    </Group>
  );
}

/** Renders the link to the page of money, with the counted cash in focus. */
function CloseDrawerLink() {
  const money = getMoneyPath(useSession());
  if (!money) return null;
  return (
    <ButtonLink to={money} search={closing} variant="default" mih={{ base: 44, sm: 36 }}>
      Close the drawer
    </ButtonLink>
  );
}

/** Renders the staff's desk, for a turf followed by the past bookings with the link to the list. */
function StaffFirst() {
  const isTurf = useSession().businessType === 'turf';
  return (
    <>
      <Desk />
      {isTurf && (
        <RecentSection
          link={
            <ButtonLink to="/turf-dashboard/employee/bookings" variant="default">
              View Appointments
            </ButtonLink>
          }
        />
      )}
    </>
  );
}

/**
 * Renders the queue at each of its addresses. It is part of home's chunk, because users open it
 * from there.
 */
export function QueuePage() {
  return (
    <>
      <WaitingRequests />
      <Answers />
      <QueueSection isPage />
    </>
  );
}

function FailedRefunds() {
  const path = getOnlinePath(useSession());
  return path ? <RefundsNotice path={path} /> : null;
}

function WaitingRequests() {
  const path = getRequestsPath(useSession());
  return path ? <RequestsNotice path={path} /> : null;
}

function Answers() {
  if (!useSession().permissions.includes('appointments.write')) return null;
  return (
    <PartBoundary onGiveUp={() => undefined}>
      <UnreadReplies />
    </PartBoundary>
  );
}
