import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** The item that the question is about, if several look alike. */
  about?: string;
  question: string;
  /** The labels of the confirming and of the cancelling button. */
  yes: string;
  no: string;
  /** Whether confirming takes something away, which makes its button red; true by default. */
  isDestructive?: boolean;
  /** Whether confirming must wait for an answer to the choices below the question. */
  isWaiting?: boolean;
  busy?: boolean;
  error?: string | null;
  /** Further choices, below the question. */
  children?: ReactNode;
  onYes: () => void;
  onNo: () => void;
}

/**
 * Asks for confirmation before a change that cannot be undone, or not for long. The cancelling
 * button has the initial focus, unless an answer is waited for.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    about,
    question,
    yes,
    no,
    isDestructive = true,
    isWaiting = false,
    busy = false,
    error = null,
    children,
    onYes,
    onNo,
  } = props;
  return (
    <Dialog opened={opened} onClose={onNo} title={title} small>
      <Stack>
        <div>
          {about !== undefined && (
            <Text size="sm" fw={600} className={classes.about ?? ''}>
              {about}
            </Text>
          )}
          <Text size="sm">{question}</Text>
        </div>
        {children}
        {error !== null && (
          <Alert color="red" role="alert" variant="light">
            {error}
          </Alert>
        )}
        <div className={classes.answers}>
          {/* A choice that is waited for takes the focus itself. */}
          <Button variant="default" onClick={onNo} data-autofocus={!isWaiting || undefined}>
            {no}
          </Button>
          <Button
            {...(isDestructive && { color: 'red' })}
            onClick={onYes}
            loading={busy}
            disabled={isWaiting}
          >
            {yes}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
