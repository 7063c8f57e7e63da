import { Button, Group, Stack, Text } from '@mantine/core';
import type { AffectedBooking } from '@samay/contract/core/alternatives';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AffectedBookings } from './affected-bookings.tsx';
import { countText, useAvailabilityWording } from './wording.ts';

interface LeftOutsideDialogProps {
  bookings: readonly AffectedBooking[];
  onClose: () => void;
}

/** Lists the bookings that new weekly hours leave outside, each with a button to open it. */
export function LeftOutsideDialog({ bookings, onClose }: LeftOutsideDialogProps) {
  const { booking, bookings: many } = useAvailabilityWording();
  const isOne = bookings.length === 1;
  return (
    <Dialog opened onClose={onClose} title="The hours are saved" size="md">
      <Stack gap="md">
        <Text size="sm" role="status">
          {countText(bookings.length, booking, many)} {isOne ? 'is' : 'are'} outside them now, and{' '}
          {isOne ? 'stays' : 'stay'} until you move or cancel {isOne ? 'it' : 'them'}.
        </Text>
        <AffectedBookings bookings={bookings} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
