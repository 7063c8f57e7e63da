import { Button, Group, Text } from '@mantine/core';
import type { CalendarConnection } from '@samay/contract/reach/calendar';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { Badge } from '../../../ui/table/badge.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { MissingEvents } from './missing-events.tsx';
import { useConnectCalendar } from './use-connect-calendar.ts';
import { calendarWording, unavailableHints, useConnectionWording } from './wording.ts';

/** Renders the business's calendar connection, with the button to connect or disconnect it. */
export function CalendarCard({ connection }: { connection: CalendarConnection }) {
  const { isConnected, needsReconnect, calendarId, missingEvents } = connection;
  const { about, reconnect } = useConnectionWording();
  return (
    <>
      {needsReconnect && <FailureNotice {...reconnect} />}
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text fw={600}>Google Calendar</Text>
          <Text size="sm" c="dimmed">
            {isConnected ? calendarId : about}
          </Text>
        </div>
        {isConnected && <Badge tone="good" text="Connected" icon={IconCheck} />}
      </Group>
      {isConnected && <MissingEvents count={missingEvents} />}
      <Actions connection={connection} />
    </>
  );
}

function Actions({
  connection: { isAvailable, isConnected, needsReconnect, may },
}: {
  connection: CalendarConnection;
}) {
  const [isAsking, setAsking] = useState(false);
  const { connect, isLeaving, error } = useConnectCalendar();
  if (!may.connect) return <Note text={whyNot(isAvailable, isConnected)} />;
  const reason = error ? errorText(error, calendarWording.notStarted) : calendarWording.notStarted;
  return (
    <>
      {error && (
        <FailureNotice
          text={calendarWording.notStarted}
          {...(reason !== calendarWording.notStarted && { hint: reason })}
        />
      )}
      <Group>
        {!isConnected && (
          <Button loading={isLeaving} onClick={connect}>
            {needsReconnect ? 'Connect again' : 'Connect Google Calendar'}
          </Button>
        )}
        {(isConnected || needsReconnect) && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Disconnect
          </Button>
        )}
      </Group>
      {isAsking && <DisconnectDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function whyNot(isAvailable: boolean, isConnected: boolean): string {
  if (!isAvailable) return unavailableHints.notSetUp;
  return isConnected ? 'Only the owner can disconnect it.' : unavailableHints.askOwner;
}
