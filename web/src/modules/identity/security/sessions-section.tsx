import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { endOtherSessions, endSession, type SessionLine } from '@samay/contract/identity/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { sessionsQuery } from './api.ts';
import { SessionRow } from './session-row.tsx';
import { deviceName } from './wording.ts';

/** Lists the user's sessions, with the dialogs that end them. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery);
  /** The session to end, or `others` for all except the current one. */
  const [ending, setEnding] = useState<SessionLine | 'others' | null>(null);
  const items = sessions.data?.items ?? [];
  return (
    <SectionCard
      title="Where you are signed in"
      hint="End sessions that you do not recognise or no longer use. They are signed out immediately."
    >
      {sessions.isPending && <Skeleton height={120} role="group" aria-busy aria-label="Loading" />}
      {sessions.isError && (
        <FailureNotice
          text={errorText(sessions.error, 'Failed to load where you are signed in')}
          busy={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.data && (
        <Stack component="ul" gap="sm" m={0} p={0}>
          {items.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </Stack>
      )}
      {items.length > 1 && (
        <Group>
          <Button variant="default" onClick={() => setEnding('others')}>
            End all others
          </Button>
        </Group>
      )}
      {ending && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </SectionCard>
  );
}

function EndDialog({ ending, onClose }: { ending: SessionLine | 'others'; onClose: () => void }) {
  const client = useQueryClient();
  const isAll = ending === 'others';
  const end = useMutation({
    mutationFn: async () =>
      isAll ? call(endOtherSessions) : call(endSession, { params: { id: ending.id } }),
    onSuccess: () => {
      toastDone(isAll ? 'All other sessions ended' : 'Session ended');
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      opened
      title={isAll ? 'End all other sessions?' : 'End this session?'}
      question={
        isAll
          ? 'Every other browser you are signed in with is signed out.'
          : `${deviceName(ending)} is signed out. What is not saved there is lost.`
      }
      yes={isAll ? 'End all others' : 'End session'}
      no={isAll ? 'Keep sessions' : 'Keep session'}
      busy={end.isPending}
      error={end.isError ? errorText(end.error, 'The session could not be ended') : null}
      onYes={() => end.mutate()}
      onNo={onClose}
    />
  );
}
