import { Stack, Text } from '@mantine/core';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { timeText } from '../days.ts';
import { alternativesIn } from '../refusal.ts';
import { TakenNotice } from '../taken-notice.tsx';
import type { useMove } from './use-move.ts';

/** Offers the free alternatives to a move whose time is taken, each by one press. */
export function MoveRefusedDialog({ move, isPending, refused, leave }: ReturnType<typeof useMove>) {
  if (!refused) return null;
  const { booking, to, error } = refused;
  return (
    <Dialog opened onClose={leave} title={`Move · ${booking.personName}`} size="md">
      <Stack gap="sm">
        <Text size="sm">
          Still booked for <strong>{timeText(booking)}</strong>
        </Text>
        <TakenNotice
          verb="Move to"
          text={error.message}
          refused={to}
          alternatives={alternativesIn(error) ?? { next: [], elsewhere: [] }}
          busy={isPending}
          onPick={(slot) => move({ booking, to: { ...to, ...slot } })}
          onOverbook={(overbookedReason) => move({ booking, to: { ...to, overbookedReason } })}
        />
      </Stack>
    </Dialog>
  );
}
