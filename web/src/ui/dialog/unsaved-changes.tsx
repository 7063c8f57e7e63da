import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before the page of a form with unsaved values is left, by a link, by Back or by closing the
 * tab. It uses the history directly: the router's hook for it would weigh on every page.
 */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<{ readonly give: (isBlocked: boolean) => void }>();
  useEffect(() => {
    if (!isDirty) return;
    return history.block({
      blockerFn: async () => new Promise<boolean>((give) => setAnswer({ give })),
      enableBeforeUnload: true,
    });
  }, [history, isDirty]);

  function settle(isBlocked: boolean): void {
    answer?.give(isBlocked);
    setAnswer(undefined);
  }

  return (
    <ConfirmDialog
      opened={answer !== undefined}
      title="Discard what you typed?"
      question="Your changes have not been saved yet."
      yes="Discard"
      no="Keep editing"
      onYes={() => settle(false)}
      onNo={() => settle(true)}
    />
  );
}
