import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { formatDay, formatTime } from '@samay/contract/core/time';
import {
  listUnreadReplies,
  markRepliesRead,
  type UnreadReplies as Unread,
} from '@samay/contract/reach/notices';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { call, errorText } from '../../../lib/api/api.ts';
import { refreshAfterChange } from '../../../lib/live/live.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LinesCard } from '../../../ui/layout/lines-card.tsx';

/** The replies that are shown before a press. */
const first = 2;

const unreadReplies = queryOptions({
  queryKey: ['replies', 'unread'],
  queryFn: ({ signal }) => call(listUnreadReplies, { signal }),
  staleTime: 60_000,
});

/**
 * Lists the latest answers to reminders that nobody has read, each with its booking one press away. Renders
 * nothing without one, and while they cannot be fetched: the details of a booking show them too.
 */
export function UnreadReplies() {
  const { data } = useQuery(unreadReplies);
  const [isWhole, setWhole] = useState(false);
  if (!data || data.total === 0) return null;
  const shown = isWhole ? data.items : data.items.slice(0, first);
  const more = data.total - shown.length;
  return (
    <LinesCard title={data.total === 1 ? 'An answer to a reminder' : `${data.total} answers to reminders`}>
      <Stack component="ul" gap={4} p={0} style={{ listStyle: 'none' }}>
        {shown.map((reply) => (
          <UnreadReply key={reply.id} reply={reply} />
        ))}
      </Stack>
      {more > 0 && !isWhole && (
        <Button variant="subtle" mih={44} onClick={() => setWhole(true)}>
          Show {more} more
        </Button>
      )}
      {more > 0 && isWhole && (
        <Text size="sm" c="dimmed">
          {more} older ones follow once these are read.
        </Text>
      )}
    </LinesCard>
  );
}

function UnreadReply({ reply }: { reply: Unread['items'][number] }) {
  const { appointmentId, personName, date, time, text } = reply;
  const client = useQueryClient();
  const { openDetails } = useActions();
  const { tenant } = useSession();
  const mark = useMutation({
    mutationFn: () => call(markRepliesRead, { params: { id: appointmentId } }),
    onSettled: () => refreshAfterChange(client, 'messages', appointmentId),
  });
  return (
    <li>
      <Group wrap="nowrap" gap="sm">
        <UnstyledButton flex={1} miw={0} mih={44} onClick={() => openDetails(appointmentId)}>
          <Text size="sm" span fw={600} style={{ overflowWrap: 'anywhere' }}>
            {personName}
          </Text>{' '}
          <Text size="sm" span c="dimmed">
            {formatDay(date)}, {formatTime(time)}
          </Text>
          <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </UnstyledButton>
        {tenant?.suspended !== true && (
          <Button
            variant="default"
            mih={44}
            loading={mark.isPending}
            aria-label={`Mark the answer of ${personName} as read`}
            onClick={() => mark.mutate()}
          >
            Read
          </Button>
        )}
      </Group>
      {mark.isError && <FailureNotice text={errorText(mark.error, 'Failed to mark the answers as read')} />}
    </li>
  );
}
