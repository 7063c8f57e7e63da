import { Stack, Switch } from '@mantine/core';
import { getWaitingRoom, setWaitingRoom, type WaitingRoom } from '@samay/contract/bookings/waiting-room';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';

const waitingRoomQuery = queryOptions({
  queryKey: ['bookings', 'waiting-room'],
  queryFn: ({ signal }) => call(getWaitingRoom, { signal }),
});

/** Renders how a clinic's waiting room works, for owners to change; nothing for a sports ground. */
export function WaitingRoomSection() {
  const { businessType, permissions } = useSession();
  if (businessType !== 'doctor' || !permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="Waiting room"
      hint={
        'Each person who arrives at a doctor gets the next number of that doctor’s day: 1, 2, 3, with a letter for ' +
        'each doctor where there are several. The queue keeps its order; the number says who is meant.'
      }
      query={waitingRoomQuery}
      failed="Failed to load the waiting room"
    >
      {(room) => <RoomForm room={room} />}
    </LoadedSection>
  );
}

function RoomForm({ room }: { room: WaitingRoom }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const change = useMutation({
    mutationFn: (to: WaitingRoom) => call(setWaitingRoom, { body: to }),
    onSuccess: (saved) => {
      client.setQueryData(waitingRoomQuery.queryKey, saved);
      toastDone(saved.tokens ? 'People get numbers from the next arrival on' : 'No more numbers are given');
    },
  });
  const { tokens } = change.isPending ? change.variables : room;
  return (
    <Stack gap="sm">
      <Switch
        label="Give numbers on arrival"
        checked={tokens}
        disabled={tenant?.suspended === true}
        onChange={({ currentTarget }) =>
          !change.isPending && change.mutate({ ...room, tokens: currentTarget.checked })
        }
      />
      {change.isError && (
        <FailureNotice text={errorText(change.error, 'Your change could not be saved. Please try again.')} />
      )}
    </Stack>
  );
}
