import { Button, Group, Skeleton, Text } from '@mantine/core';
import { formatDate, formatInstant, indiaDate } from '@samay/contract/core/time';
import {
  channelNames,
  changePersonNotices,
  getPersonNotices,
  type Notice,
  type PersonNotices as Shown,
} from '@samay/contract/reach/notices';
import { capitalise } from '@samay/contract/core/wording';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { call, errorText } from '../../../lib/api/api.ts';
import type { Tone } from '../../../lib/status-tone.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { Line, Lines, LinesCard } from '../../../ui/layout/lines-card.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { refreshAppointments } from '../../bookings/api.ts';
import { noticeSubjects, unreadBadge } from './wording.ts';

const states: Readonly<Record<Notice['state'], { readonly text: string; readonly tone: Tone }>> = {
  queued: { text: 'Being sent', tone: 'quiet' },
  sent: { text: 'Sent', tone: 'good' },
  delivered: { text: 'Delivered', tone: 'good' },
  read: { text: 'Read', tone: 'good' },
  failed: { text: 'Not sent', tone: 'attention' },
};

/**
 * Lists the latest messages about a person's bookings and the answers to them, says whether they want no more notices, and
 * notes what they say at the desk about it.
 */
export function PersonNotices({ id }: { id: string }) {
  const { permissions, tenant } = useSession();
  // The key begins with `appointments`, so that a live change of a booking or a person refetches it.
  const queryKey = ['appointments', 'patient', id, 'notices'];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getPersonNotices, { params: { id }, signal }),
  });
  if (!data)
    return (
      <LinesCard title="Messages">
        {error ? (
          <FailureNotice
            text={errorText(error, 'Failed to load the messages')}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={44} />
        )}
      </LinesCard>
    );
  const mayWrite = permissions.includes('people.write') && tenant?.suspended !== true;
  return (
    <LinesCard title="Messages">
      {data.replies.length > 0 && (
        <Lines>
          {data.replies.map((reply) => (
            <ReplyLine key={reply.id} reply={reply} />
          ))}
        </Lines>
      )}
      {data.notices.length === 0 ? (
        <Text size="sm" c="dimmed">
          None was sent yet.
        </Text>
      ) : (
        <Lines>
          {data.notices.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} />
          ))}
        </Lines>
      )}
      <Wanted id={id} shown={data} queryKey={queryKey} mayWrite={mayWrite} />
    </LinesCard>
  );
}

function NoticeLine({ notice }: { notice: Shown['notices'][number] }) {
  const { kind, appointmentId, at, channel, startsAt, state, reason } = notice;
  const { openDetails } = useActions();
  return (
    <Line
      name={formatInstant(at)}
      below={`${noticeSubjects[kind]} ${formatInstant(startsAt)}, by ${channelNames[channel]}`}
      {...(reason !== null && { text: capitalise(reason) })}
      onOpen={() => openDetails(appointmentId)}
    >
      <Badge {...states[state]} />
    </Line>
  );
}

function ReplyLine({ reply }: { reply: Shown['replies'][number] }) {
  const { appointmentId, at, channel, text, isUnread } = reply;
  const { openDetails } = useActions();
  return (
    <Line
      name={formatInstant(at)}
      below={`answer by ${channelNames[channel]}`}
      text={text}
      onOpen={() => openDetails(appointmentId)}
    >
      {isUnread && <Badge {...unreadBadge} />}
    </Line>
  );
}

interface WantedProps {
  readonly id: string;
  readonly shown: Shown;
  readonly queryKey: readonly string[];
  readonly mayWrite: boolean;
}

function Wanted({ id, shown: { isReachable, optedOutAt }, queryKey, mayWrite }: WantedProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (areWanted: boolean) => call(changePersonNotices, { params: { id }, body: { areWanted } }),
    onSuccess: (changed, areWanted) => {
      client.setQueryData(queryKey, changed);
      setAsking(false);
      if (areWanted) toastDone('Notices are allowed again');
      else toastDone('Noted: no more notices', () => change.mutate(true));
    },
    onError: (error) => {
      if (!isAsking) toastFailed(failedText(error));
    },
    onSettled: (changed) => {
      void refreshAppointments(client, changed && { id });
      void client.invalidateQueries({ queryKey: ['notices-of-booking'] });
    },
  });
  const ask = () => {
    change.reset();
    setAsking(true);
  };
  if (optedOutAt === null && !(mayWrite && isReachable)) return null;
  const since = optedOutAt !== null && formatDate(indiaDate(new Date(optedOutAt)));
  return (
    <Group gap="sm" mt="sm" justify="space-between">
      {since !== false && (
        <Text size="sm" fw={600}>
          Wants no more notices since {since}
        </Text>
      )}
      {mayWrite && (
        <Button
          variant="default"
          loading={change.isPending && !isAsking}
          onClick={since === false ? () => change.mutate(false) : ask}
        >
          {since === false ? 'No more notices' : 'Allow again'}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Allow notices again"
        question={`They want no more notices since ${since || 'today'}. Allow them again only if they ask for it.`}
        yes="Allow again"
        no="Not now"
        isDestructive={false}
        busy={change.isPending}
        error={change.isError ? failedText(change.error) : null}
        onYes={() => change.mutate(true)}
        onNo={() => setAsking(false)}
      />
    </Group>
  );
}

function failedText(error: unknown): string {
  return errorText(error, 'Failed to note it');
}
