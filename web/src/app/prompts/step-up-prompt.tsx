import { lazy, useEffect, useState } from 'react';
import { codePrompt } from '../../lib/api/prompts.ts';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { useAuth } from '../../lib/session/session.tsx';
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx';

const StepUpDialog = lazy(async () => {
  const module = await loadChunk(() => import('../../modules/identity/security/step-up-dialog.tsx'));
  return { default: module.StepUpDialog };
});

/**
 * Shows the dialog for a code of the second factor when a call requires one; the call continues
 * with the answer.
 */
export function StepUpPrompt() {
  const { recheck } = useAuth();
  const [settle, setSettle] = useState<((isProven: boolean) => void) | null>(null);
  useEffect(() => codePrompt.onPrompt(() => new Promise((resolve) => setSettle(() => resolve))), []);
  if (!settle) return null;
  const end = (isProven: boolean) => {
    setSettle(null);
    settle(isProven);
    // Reloads the session: another one of the user may have turned the second factor on, and with
    // the code this one has its permissions again.
    if (isProven) void recheck();
  };
  return (
    <PartBoundary onGiveUp={() => end(false)}>
      <StepUpDialog onProven={() => end(true)} onClose={() => end(false)} />
    </PartBoundary>
  );
}
