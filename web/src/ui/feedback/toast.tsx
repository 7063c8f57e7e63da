import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import classes from './toast.module.css';

/** The library's own button has a cross and no word. */
const closeButtonProps = { 'aria-label': 'Close' };

/** Says that something was done; `act` adds a button: the way back, or what its `name` says. */
export function toastDone(text: string, act?: () => void, name = 'Undo'): void {
  const id = notifications.show({
    message: act ? <WithAct text={text} name={name} onAct={() => (notifications.hide(id), act())} /> : text,
    autoClose: act ? 8000 : 4000,
    withBorder: true,
    closeButtonProps,
  });
}

/** Says that something did not work; it stays until read. */
export function toastFailed(text: string): void {
  notifications.show({ message: text, color: 'red', autoClose: 10_000, withBorder: true, closeButtonProps });
}

function WithAct({ text, name, onAct }: { text: string; name: string; onAct: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{text}</Text>
      <Button variant="default" className={classes.act ?? ''} onClick={onAct}>
        {name}
      </Button>
    </Group>
  );
}
