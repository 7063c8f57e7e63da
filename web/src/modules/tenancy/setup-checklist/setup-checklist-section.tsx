import { lazy } from 'react';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../ui/feedback/part-boundary.tsx';
import { useSetupStep } from './use-setup-step.ts';

const SetupCard = lazy(async () => ({
  default: (await loadChunk(() => import('./setup-card.tsx'))).SetupCard,
}));

interface SetupChecklistSectionProps {
  /** Opens the form for the first booking. */
  onBook: () => void;
}

/**
 * Asks the owner of a new business for the remaining setup, one question at a time. The server
 * decides which (`next`). Renders nothing when there is none or while it loads; an established home
 * does not load the questions.
 */
export function SetupChecklistSection({ onBook }: SetupChecklistSectionProps) {
  const step = useSetupStep(onBook);
  if (!step) return null;
  return (
    <PartBoundary onGiveUp={() => undefined}>
      <SetupCard {...step} onBook={onBook} />
    </PartBoundary>
  );
}
