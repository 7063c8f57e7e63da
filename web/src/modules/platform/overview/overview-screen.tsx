import { Alert, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { formatDate, formatInstant } from '@samay/contract/core/time';
import type { Overview } from '@samay/contract/platform/tenants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { FigureCard, FigureGrid } from '../../../ui/layout/figure-card.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { planName, tenantStatusName } from '../wording.ts';
import { overviewNumbers } from './api.ts';
import classes from './overview-screen.module.css';

const plans = ['basic', 'premium', 'enterprise'] as const;

/** Renders the home page of a super admin: the current numbers of the platform. */
export function OverviewScreen() {
  const { user } = useSession();
  const { data, error, isFetching } = useQuery(overviewNumbers());
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, overviewNumbers().queryKey);
  return (
    <Stack gap="lg">
      <ScreenHead title={`Welcome, ${user.name}`} hint="The platform today." />
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the overview')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <OverviewSkeleton onRetry={retry} />}
      {data && <Numbers overview={data} />}
    </Stack>
  );
}

function Numbers({ overview: { tenants, people, month, lastMonth, broken } }: { overview: Overview }) {
  const { byStatus, byPlan, byType } = tenants;
  return (
    <>
      {broken.length > 0 && <BrokenChecks broken={broken} />}
      {byStatus.pending > 0 && (
        <Text size="sm" className={classes.waiting ?? ''}>
          {byStatus.pending === 1 ? '1 business waits' : `${formatCount(byStatus.pending)} businesses wait`}{' '}
          for an owner to sign in.{' '}
          <TextLink to="/dashboard/tenants" search={{ status: 'pending' }}>
            See which
          </TextLink>
        </Text>
      )}
      <FigureGrid cols={{ base: 2, lg: 4 }}>
        <FigureCard
          name="Tenants"
          value={formatCount(tenants.total)}
          about={list([
            [byStatus.active, tenantStatusName.active],
            [byStatus.pending, tenantStatusName.pending],
            [byStatus.suspended, tenantStatusName.suspended],
          ])}
        />
        <FigureCard name="Users" value={formatCount(people)} about="With an account" />
        <FigureCard
          name="Bookings this month"
          value={formatCount(month.bookings)}
          about={`${formatCount(lastMonth.bookings)} in the month before`}
        />
        <FigureCard
          name="Revenue this month"
          value={formatRupees(month.revenue)}
          about={`${formatRupees(lastMonth.revenue)} in the month before`}
        />
      </FigureGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={{ base: 'sm', md: 'lg' }}>
        <Split name="By plan" parts={plans.map((id) => [planName[id], byPlan[id]] as const)} />
        <Split
          name="By type"
          parts={[
            ['Doctor / Hospital', byType.doctor],
            ['Turf', byType.turf],
            ['Not set up yet', byType.unset],
          ]}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        Bookings and revenue count by the day of the booking, from {formatDate(month.start)}.{' '}
        <TextLink to="/dashboard/status">System status</TextLink>
      </Text>
    </>
  );
}

const checkedData: Record<Overview['broken'][number]['check'], string> = {
  audit: 'The audit log',
  tallies: 'Counts and sums of bookings',
};

/**
 * Lists the findings of the daily data checks. No action of a user causes them, so an operator has
 * to look.
 */
function BrokenChecks({ broken }: { broken: Overview['broken'] }) {
  return (
    <Alert color="red" role="alert" title="A daily check found wrong data">
      <ul>
        {broken.map(({ check, tenant, found, checkedAt }) => (
          <li key={`${check} ${tenant?.id}`}>
            {checkedData[check]} of {tenant?.name ?? 'the platform or an erased business'}:{' '}
            {formatCount(found)} {found === 1 ? 'place' : 'places'}
            {checkedAt && `, checked ${formatInstant(checkedAt)}`}
          </li>
        ))}
      </ul>
      The server's log and the platform's audit log say where. The operations handbook says what to do.
    </Alert>
  );
}

function Split({ name, parts }: { name: string; parts: readonly (readonly [string, number])[] }) {
  return (
    <SectionCard title={name}>
      <dl className={classes.parts}>
        {parts.map(([part, count]) => (
          <div key={part}>
            <dt>{part}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}

function OverviewSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="lg" aria-busy>
      <SlowNotice onRetry={onRetry} />
      <FigureGrid cols={{ base: 2, lg: 4 }}>
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={120} radius="lg" />
        ))}
      </FigureGrid>
      <Skeleton height={160} radius="lg" />
    </Stack>
  );
}

function list(parts: readonly (readonly [number, string])[]): string {
  return parts.map(([count, name]) => `${formatCount(count)} ${name.toLowerCase()}`).join(' · ');
}
