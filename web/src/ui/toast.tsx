import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** The library's own button has a cross and no word. */
const closeButtonProps = { 'aria-label': 'Close' };

/** Says that something was done; `undo` adds the way back. */
export function toastDone(text: string, undo?: () => void): void {
  const id = notifications.show({
    message: undo ? <WithUndo text={text} onUndo={() => (notifications.hide(id), undo())} /> : text,
    autoClose: undo ? 8000 : 4000,
    withBorder: true,
    closeButtonProps,
  });
}

/** Says that something did not work; it stays until read. */
export function toastFailed(text: string): void {
  notifications.show({ message: text, color: 'red', autoClose: 10_000, withBorder: true, closeButtonProps });
}

function WithUndo({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{text}</Text>
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
