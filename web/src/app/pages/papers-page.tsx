import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { daysOfMonth } from '../../lib/months.ts';
import { LockButton } from '../../modules/tenancy/money-lock/lock-button.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { isDay } from '../routing/search-params.ts';

// Loads in a second step: the names of its chunks would weigh on the sign-in page.
const PapersScreen = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/invoicing/papers/papers-screen.tsx'))).PapersScreen,
}));

const renderLock = (month: string) => <LockButton proposed={daysOfMonth(month).to} />;

/** Renders the page of papers at each of its addresses, with the month in the search parameters. */
export function PapersPage() {
  const { month }: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <PapersScreen
        exported={renderLock}
        month={typeof month === 'string' && isDay(`${month}-01`) ? month : undefined}
        onMonth={(next) => void navigate({ to: '.', search: { month: next }, replace: true })}
      />
    </Suspense>
  );
}
