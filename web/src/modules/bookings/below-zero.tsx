import { Button, Group, Stack, Text } from '@mantine/core';
import { ApiError } from '../../lib/api/api.ts';
import { focusOnce } from './method-buttons.tsx';

/** Returns whether a drawer would hold less than nothing, which the user is asked about. */
export function isBelowZero(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'drawer.below_zero';
}

interface BelowZeroProps {
  /** The name of the button that does it all the same, as the question says it: `Give it back`. */
  act?: string;
  busy: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** Asks whether more cash leaves a drawer than it should hold. The focus is on the safe answer. */
export function BelowZero({ act = 'Give it back', busy, onYes, onNo }: BelowZeroProps) {
  return (
    <Stack role="alert" gap="xs">
      <Text size="sm" fw={600}>
        There is less cash than that in the drawer. {act} all the same?
      </Text>
      <Group gap="xs">
        <Button variant="default" ref={focusOnce} onClick={onNo}>
          Back
        </Button>
        <Button loading={busy} onClick={onYes}>
          {act}
        </Button>
      </Group>
    </Stack>
  );
}
