import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import classes from './toast.module.css';

/** Mantine's close button has an icon and no accessible name. */
const closeButtonProps = { 'aria-label': 'Close' };

/** Shows a success toast. `act` adds a button, labelled Undo or `name`. */
export function toastDone(text: string, act?: () => void, name = 'Undo'): void {
  const id = notifications.show({
    message: act ? <WithAct text={text} name={name} onAct={() => (notifications.hide(id), act())} /> : text,
    autoClose: act ? 8000 : 4000,
    withBorder: true,
    closeButtonProps,
  });
}

/** A button of a toast. */
export interface ToastAct {
  readonly name: string;
  readonly run: () => void;
}

/** Shows a success toast that asks for something, with a button for each answer. It stays longer. */
export function toastAsking(text: string, acts: readonly ToastAct[]): void {
  const id = notifications.show({
    message: (
      <>
        <Text size="sm" mb={8}>
          {text}
        </Text>
        <Group gap={8}>
          {acts.map(({ name, run }) => (
            <Button key={name} variant="default" px={10} className={classes.act ?? ''} onClick={() => (notifications.hide(id), run())}>
              {name}
            </Button>
          ))}
        </Group>
      </>
    ),
    autoClose: 15_000,
    withBorder: true,
    closeButtonProps,
  });
}

/** Shows an error toast for ten seconds. */
export function toastFailed(text: string): void {
  notifications.show({ message: text, color: 'red', autoClose: 10_000, withBorder: true, closeButtonProps });
}

function WithAct({ text, name, onAct }: { text: string; name: string; onAct: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" className={classes.text ?? ''}>
        {text}
      </Text>
      <Button variant="default" className={classes.act ?? ''} onClick={onAct}>
        {name}
      </Button>
    </Group>
  );
}
