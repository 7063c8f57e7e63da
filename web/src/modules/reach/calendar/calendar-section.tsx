import { Skeleton, Stack } from '@mantine/core';
import type { CalendarConnection } from '@samay/contract/reach/calendar';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { calendarQuery } from './api.ts';
import { CalendarFrame } from './calendar-frame.tsx';
import { scheduleWording, unavailableHints, useConnectionWording } from './wording.ts';

/**
 * Renders the connected Google Calendar on Schedule. `toSettings` is a link to Settings for users
 * who may connect one.
 */
export function CalendarSection({ toSettings }: { toSettings: ReactNode }) {
  const { tenant } = useSession();
  return (
    <SectionCard title="Google Calendar">
      {tenant ? <OwnCalendar toSettings={toSettings} /> : <FailureNotice text={scheduleWording.noTenant} />}
    </SectionCard>
  );
}

function OwnCalendar({ toSettings }: { toSettings: ReactNode }) {
  const { data, error, isFetching } = useQuery(calendarQuery);
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, calendarQuery.queryKey);
  return (
    <>
      {data && <Connected connection={data} toSettings={toSettings} />}
      {!data && error && <FailureNotice text={scheduleWording.noId} busy={isFetching} onRetry={retry} />}
      {!data && !error && (
        <div role="group" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          <Skeleton height={160} radius="md" />
        </div>
      )}
    </>
  );
}

function Connected({ connection, toSettings }: { connection: CalendarConnection; toSettings: ReactNode }) {
  const { isAvailable, isConnected, needsReconnect, calendarId, embedUrl, openUrl, may } = connection;
  const { reconnect } = useConnectionWording();
  if (embedUrl !== null && openUrl !== null)
    return <CalendarFrame calendarId={calendarId ?? ''} embedUrl={embedUrl} openUrl={openUrl} />;
  if (needsReconnect || isConnected) {
    return (
      <Stack gap="sm" align="flex-start">
        <FailureNotice {...(needsReconnect ? reconnect : { text: scheduleWording.noId })} />
        {toSettings}
      </Stack>
    );
  }
  if (!isAvailable) return <EmptyState text={scheduleWording.none} hint={unavailableHints.notSetUp} />;
  return (
    <EmptyState text={scheduleWording.none} {...(!may.connect && { hint: unavailableHints.askOwner })}>
      {may.connect && toSettings}
    </EmptyState>
  );
}
