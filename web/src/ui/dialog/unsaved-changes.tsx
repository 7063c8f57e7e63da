import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before the page of a form with unsaved values is left, by a link, by Back or by closing the tab. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="Discard what you typed?"
      question="Your changes have not been saved yet."
      yes="Discard"
      no="Keep editing"
      onYes={() => blocker.proceed?.()}
      onNo={() => blocker.reset?.()}
    />
  );
}
