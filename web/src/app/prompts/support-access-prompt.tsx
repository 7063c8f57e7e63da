import { lazy, useEffect, useState } from 'react';
import { reasonPrompt } from '../../lib/api/prompts.ts';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx';

const SupportAccessDialog = lazy(async () => {
  const module = await loadChunk(
    () => import('../../modules/audit/support-access/support-access-dialog.tsx'),
  );
  return { default: module.SupportAccessDialog };
});

/**
 * Shows the dialog for the reason of a super admin's access when a call requires one; the call
 * continues with the answer.
 */
export function SupportAccessPrompt() {
  const [prompt, setPrompt] = useState<{ business: string; settle: (isGiven: boolean) => void } | null>(null);
  useEffect(
    () => reasonPrompt.onPrompt((business) => new Promise((settle) => setPrompt({ business, settle }))),
    [],
  );
  if (!prompt) return null;
  const end = (isGiven: boolean) => {
    setPrompt(null);
    prompt.settle(isGiven);
  };
  return (
    <PartBoundary onGiveUp={() => end(false)}>
      <SupportAccessDialog
        key={prompt.business}
        business={prompt.business}
        onGiven={() => end(true)}
        onClose={() => end(false)}
      />
    </PartBoundary>
  );
}
