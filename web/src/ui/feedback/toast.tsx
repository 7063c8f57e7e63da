import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications, notificationsStore } from '@mantine/notifications';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './toast.module.css';

/** Names Mantine's close button, which has an icon and no accessible name. */
const closeButtonProps = { 'aria-label': 'Close' };

/** The number of toasts that are kept, without errors; all but one of them are covered. */
const mostToasts = 3;

/**
 * Shows a success toast. `act` adds a button, labelled Undo or `name`; `more` is what may follow, and
 * stays longer.
 */
export function toastDone(text: string, act?: () => void, name = 'Undo', more?: ReactNode): void {
  show(
    more ? 15_000 : act ? 8000 : 4000,
    (hide) => (
      <>
        {act ? <WithAct text={text} name={name} onAct={() => (hide(), act())} /> : text}
        {more && <div className={classes.more}>{more}</div>}
      </>
    ),
    act || more ? {} : { 'data-plain': true },
  );
}

/** A button of a toast. */
export interface ToastAct {
  readonly name: string;
  readonly run: () => void;
}

/** Shows a success toast with a question and a button for each answer. It stays longer. */
export function toastAsking(text: string, acts: readonly ToastAct[]): void {
  show(15_000, (hide) => (
    <>
      <Text size="sm" mb={8}>
        {text}
      </Text>
      <Group gap={8}>
        {acts.map(({ name, run }) => (
          <Button
            key={name}
            variant="default"
            px={10}
            data-toast-act
            className={classes.act ?? ''}
            onClick={() => (hide(), run())}
          >
            {name}
          </Button>
        ))}
      </Group>
    </>
  ));
}

/** Shows an error toast for ten seconds. No other one covers it. */
export function toastFailed(text: string): void {
  show(10_000, () => text, { color: 'red', priority: 1 });
}

interface Look {
  readonly color?: string;
  readonly priority?: number;
  /** Whether the toast has nothing to press: the next one takes its place. */
  readonly 'data-plain'?: true;
}

/** Shows a toast for `lasts` milliseconds. `contentOf` receives the function that closes it. */
function show(lasts: number, contentOf: (hide: () => void) => ReactNode, look: Look = {}): void {
  makeRoom();
  const id = randomId();
  const message = (
    <Lasting id={id} lasts={lasts}>
      {contentOf(() => notifications.hide(id))}
    </Lasting>
  );
  notifications.show({ id, message, autoClose: lasts, withBorder: true, closeButtonProps, ...look });
}

/**
 * Hides toasts whose place the next one takes: those with nothing to press, and of the others the
 * oldest beyond what is kept. An error stays.
 */
function makeRoom(): void {
  const shown: (Look & { id?: string })[] = notificationsStore.getState().notifications;
  const done = shown.filter(({ priority }) => priority === undefined);
  const kept = done.filter((one) => !one['data-plain']);
  const excess = Math.max(0, kept.length - (mostToasts - 1));
  const hidden = [...done.filter((one) => one['data-plain']), ...kept.slice(0, excess)];
  for (const { id } of hidden) if (id !== undefined) notifications.hide(id);
}

/**
 * Renders the content of a toast, which does not end while it has the focus or the page is hidden:
 * a person who works by keyboard, or returns to the page, still reaches Undo. Afterwards its time
 * starts again, as the library does after the mouse leaves.
 */
function Lasting({ id, lasts, children }: { id: string; lasts: number; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const toast = content.current?.closest<HTMLElement>('[role=alert]');
    const stop = new AbortController();
    const follow = (hasFocus = toast?.contains(document.activeElement) ?? false) =>
      setEnd(id, hasFocus || document.hidden ? false : lasts);
    const of = { signal: stop.signal };
    toast?.addEventListener('focusin', () => follow(true), of);
    toast?.addEventListener(
      'focusout',
      ({ relatedTarget }) => follow(relatedTarget instanceof Node && toast.contains(relatedTarget)),
      of,
    );
    document.addEventListener('visibilitychange', () => follow(), of);
    if (document.hidden) follow();
    return () => stop.abort();
  }, [id, lasts]);
  return <div ref={content}>{children}</div>;
}

/** Starts the time of a shown toast, or stops it with `false`. */
function setEnd(id: string, autoClose: number | false): void {
  notifications.updateState(notificationsStore, (shown) =>
    shown.map((one) => (one.id === id ? { ...one, autoClose } : one)),
  );
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
