import { Alert, List, Skeleton, Stack } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';
import type { SystemStatus } from '@samay/contract/platform/status';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { FigureCard, FigureGrid } from '../../../ui/layout/figure-card.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { systemStatus } from './api.ts';
import {
  BusinessSections,
  DatabaseSection,
  DeliveriesSection,
  JobsSection,
  StatementsSection,
} from './status-sections.tsx';
import { getConcerns, sizeText, momentOr } from './wording.ts';

/**
 * Renders the state of the installation for a super admin: warnings first, then jobs, deliveries,
 * the database and the largest users.
 */
export function StatusScreen() {
  const { data, error, isFetching } = useQuery(systemStatus());
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, systemStatus().queryKey);
  return (
    <Stack gap="lg">
      <ScreenHead
        title="System status"
        hint={
          data
            ? `Samay ${data.version}, as of ${formatInstant(data.at)}.`
            : 'Jobs, deliveries and the database.'
        }
      />
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the status')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <StatusSkeleton onRetry={retry} />}
      {data && <Sections status={data} />}
    </Stack>
  );
}

function Sections({ status }: { status: SystemStatus }) {
  const concerns = getConcerns(status);
  const waiting = status.channels.reduce((sum, channel) => sum + channel.waiting, 0);
  const retrying = status.channels.reduce((sum, channel) => sum + channel.retrying, 0);
  return (
    <>
      {concerns.length > 0 && (
        <Alert color="red" role="alert" title="Look at this first">
          <List size="sm">
            {concerns.map((concern) => (
              <List.Item key={concern}>{concern}</List.Item>
            ))}
          </List>
          The operations handbook says what to do.
        </Alert>
      )}
      <FigureGrid cols={{ base: 2, lg: 4 }}>
        <FigureCard
          name="Last backup"
          value={momentOr(status.backupAt, 'Never')}
          about="As the backup command noted it"
        />
        <FigureCard
          name="Last restore drill"
          value={momentOr(status.restoreDrillAt, 'Never')}
          about="A backup restored as a test"
        />
        <FigureCard
          name="Waiting deliveries"
          value={formatCount(waiting)}
          about={`${formatCount(retrying)} of them failed before`}
        />
        <FigureCard
          name="Database"
          value={sizeText(status.database.bytes)}
          about={databaseName[status.database.kind]}
        />
      </FigureGrid>
      <JobsSection jobs={status.jobs} />
      <DeliveriesSection channels={status.channels} outbox={status.outbox} />
      <BusinessSections largest={status.largest} busiest={status.busiest} />
      <DatabaseSection tables={status.database.tables} />
      <StatementsSection statements={status.statements} />
    </>
  );
}

const databaseName: Record<SystemStatus['database']['kind'], string> = {
  embedded: 'Embedded in the server',
  postgres: 'PostgreSQL',
};

function StatusSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="lg" aria-busy>
      <SlowNotice onRetry={onRetry} />
      <FigureGrid cols={{ base: 2, lg: 4 }}>
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={120} radius="lg" />
        ))}
      </FigureGrid>
      <Skeleton height={320} radius="lg" />
    </Stack>
  );
}
