import { Button, Group, Text, Title } from '@mantine/core';
import { formatInstant } from '@samay/contract/core/time';
import { channelNames, markRepliesRead, type Reply } from '@samay/contract/reach/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { refreshAfterChange } from '../../../lib/live/live.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { unreadBadge } from './wording.ts';
import classes from './notices-section.module.css';

interface Props {
  /** The id of the booking, and the key under which its notices are cached. */
  readonly id: string;
  readonly queryKey: readonly string[];
  readonly replies: readonly Reply[];
}

/** Lists what a person wrote in answer to the reminders of a booking, and notes that it is read. */
export function BookingReplies({ id, queryKey, replies }: Props) {
  const titleId = useId();
  const client = useQueryClient();
  const { permissions, tenant } = useSession();
  const mark = useMutation({
    mutationFn: () => call(markRepliesRead, { params: { id } }),
    onSuccess: (changed) => client.setQueryData(queryKey, changed),
    onSettled: () => void refreshAfterChange(client, 'messages', id),
  });
  const hasUnread = replies.some(({ isUnread }) => isUnread);
  const mayMark = permissions.includes('appointments.write') && tenant?.suspended !== true;
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="sm" id={titleId}>
        Answers
      </Title>
      <ul className={classes.list}>
        {replies.map((reply) => (
          <li key={reply.id}>
            <Group gap="xs">
              <Text size="sm">
                {formatInstant(reply.at)}, by {channelNames[reply.channel]}
              </Text>
              {reply.isUnread && <Badge {...unreadBadge} />}
            </Group>
            <Text size="sm" className={classes.written}>
              {reply.text}
            </Text>
          </li>
        ))}
      </ul>
      {hasUnread && mayMark && (
        <Button variant="default" mt="xs" loading={mark.isPending} onClick={() => mark.mutate()}>
          Mark as read
        </Button>
      )}
      {mark.isError && <FailureNotice text={errorText(mark.error, 'Failed to mark the answers as read')} />}
    </section>
  );
}
