import { Anchor, Button, Group, Stack, Switch, Text } from '@mantine/core';
import {
  type Board,
  type BoardChoices,
  endBoardAddress,
  getBoard,
  setBoard,
} from '@samay/contract/public/board';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';

const boardQuery = queryOptions({ queryKey: ['board'], queryFn: ({ signal }) => call(getBoard, { signal }) });

/** Renders the board for a TV: its address to open, what it shows, a preview, for owners to change. */
export function BoardSection() {
  const { businessType } = useSession();
  return (
    <LoadedSection
      title="Board"
      hint={
        businessType === 'turf'
          ? 'A page for a TV: who plays until when on each court, and who is next. It shows no full name, number or price.'
          : 'A page for the TV of the waiting room: who is inside and who is next with each doctor, by number. It shows no full name, telephone number, service or price.'
      }
      query={boardQuery}
      failed="Failed to load the board"
    >
      {(board) => <BoardForm board={board} />}
    </LoadedSection>
  );
}

function BoardForm({ board }: { board: Board }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const [isAsking, setAsking] = useState(false);
  const keep = (saved: Board) => client.setQueryData(boardQuery.queryKey, saved);
  const change = useMutation({
    mutationFn: (to: BoardChoices) => call(setBoard, { body: to }),
    onSuccess: (saved) => {
      keep(saved);
      toastDone('Board saved');
    },
  });
  const end = useMutation({
    mutationFn: () => call(endBoardAddress),
    onSuccess: (saved) => {
      keep(saved);
      setAsking(false);
      toastDone('The address is ended. A new one is shown.');
    },
  });
  const { isOn, showsNames } = change.isPending ? change.variables : board;
  const set = (to: Partial<BoardChoices>) => !change.isPending && change.mutate({ isOn, showsNames, ...to });
  const disabled = tenant?.suspended === true;
  return (
    <Stack gap="sm">
      <Switch
        label="The board is on"
        checked={isOn}
        disabled={disabled}
        onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
      />
      <Switch
        label="Say the first name and an initial"
        checked={showsNames}
        disabled={disabled}
        onChange={({ currentTarget }) => set({ showsNames: currentTarget.checked })}
      />
      {change.isError && (
        <FailureNotice text={errorText(change.error, 'Your change could not be saved. Please try again.')} />
      )}
      {board.address === null ? (
        <Text size="sm">The board is off: nobody sees it.</Text>
      ) : (
        <>
          <Address address={board.address} />
          <iframe
            key={`${board.address} ${board.showsNames}`}
            title="Preview of the board"
            // Shows the board as it is now: its script does not run here.
            sandbox="allow-same-origin"
            src={board.address}
            style={{
              width: '100%',
              aspectRatio: '16 / 9',
              border: '1px solid var(--samay-line)',
              borderRadius: 8,
            }}
          />
          <div>
            <Button variant="subtle" color="red" disabled={disabled} onClick={() => setAsking(true)}>
              End this address
            </Button>
          </div>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          opened
          title="End this address?"
          question="Every screen that shows it goes dark. You get a new address to open on the TV."
          yes="End this address"
          no="Keep it"
          busy={end.isPending}
          error={end.isError ? errorText(end.error, 'The address could not be ended') : null}
          onYes={() => end.mutate()}
          onNo={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

function Address({ address }: { address: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Anchor
        href={address}
        target="_blank"
        rel="noreferrer"
        display="flex"
        mih={44}
        style={{ overflowWrap: 'anywhere', alignItems: 'center' }}
      >
        {address}
      </Anchor>
      <CopyButton text={address} label="Copy address" />
    </Group>
  );
}
