import { lazy, useEffect, useState } from 'react';
import { reasonAsking } from '../lib/asking.ts';
import { loadChunk } from '../lib/chunk.ts';
import { PartBoundary } from '../ui/part-boundary.tsx';

const LookReasonDialog = lazy(async () => {
  const module = await loadChunk(() => import('../features/platform/look-reason-dialog.tsx'));
  return { default: module.LookReasonDialog };
});

/** Asks a super admin why they look into a business where a call wants to know, and lets the call go on. */
export function LookReasonPrompt() {
  const [asked, setAsked] = useState<{ business: string; settle: (isGiven: boolean) => void } | null>(null);
  useEffect(() => reasonAsking.answeredBy((business) => new Promise((settle) => setAsked({ business, settle }))), []);
  if (!asked) return null;
  const end = (isGiven: boolean) => {
    setAsked(null);
    asked.settle(isGiven);
  };
  return (
    <PartBoundary onGiveUp={() => end(false)}>
      <LookReasonDialog key={asked.business} business={asked.business} onGiven={() => end(true)} onClose={() => end(false)} />
    </PartBoundary>
  );
}
