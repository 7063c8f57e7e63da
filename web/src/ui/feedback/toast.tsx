import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import classes from './toast.module.css';

/** Mantine's close button has an icon and no accessible name. */
const closeButtonProps = { 'aria-label': 'Close' };

/** What had the focus before the key led to a toast. */
let cameFrom: Element | null = null;

/** Focuses the first button of the latest toast that has one, besides Close. */
export function focusLatestToast(): void {
  const latest = [...document.querySelectorAll('[data-toast-act]')].at(-1)?.closest('[role="alert"]');
  const first = latest?.querySelector<HTMLElement>('[data-toast-act]');
  if (!first || latest?.contains(document.activeElement)) return;
  cameFrom = document.activeElement;
  first.focus();
}

/** Closes the toast of a pressed button, with the focus back where the key was pressed, and acts. */
function answer(id: string, act: () => void): void {
  notifications.hide(id);
  if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
  cameFrom = null;
  act();
}

/** Shows a success toast. `act` adds a button, labelled Undo or `name`. */
export function toastDone(text: string, act?: () => void, name = 'Undo'): void {
  if (!act) return void notifications.show({ message: text, autoClose: 4000, withBorder: true, closeButtonProps });
  const id = showWithButtons(<WithAct text={text} name={name} onAct={() => answer(id, act)} />, 8000);
}

/** A toast whose time starts again when the focus leaves it: it does not go away below the finger of who reaches it by keys. */
function showWithButtons(message: ReactNode, autoClose: number): string {
  const id = notifications.show({
    message,
    autoClose,
    withBorder: true,
    closeButtonProps,
    onFocusCapture: () => void notifications.update({ id, message, autoClose: false }),
    onBlurCapture: () => void notifications.update({ id, message, autoClose }),
  });
  return id;
}

/** A button of a toast. */
export interface ToastAct {
  readonly name: string;
  readonly run: () => void;
}

/** Shows a success toast that asks for something, with a button for each answer. It stays longer. */
export function toastAsking(text: string, acts: readonly ToastAct[]): void {
  const id = showWithButtons(
    <>
      <Text size="sm" mb={8}>
        {text}
      </Text>
      <Group gap={8}>
        {acts.map(({ name, run }) => (
          <Button key={name} variant="default" px={10} data-toast-act className={classes.act ?? ''} onClick={() => answer(id, run)}>
            {name}
          </Button>
        ))}
      </Group>
    </>,
    15_000,
  );
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
      <Button variant="default" data-toast-act className={classes.act ?? ''} onClick={onAct}>
        {name}
      </Button>
    </Group>
  );
}
