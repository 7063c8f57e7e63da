import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { useSession } from '../../lib/session/session.tsx';
import { ButtonLink } from '../../ui/controls/links.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { getMoneyPath } from '../routing/navigation.ts';
import { isDay } from '../routing/search-params.ts';

// Loads in a second step: the names of its chunks would weigh on the sign-in page.
const ClosesScreen = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/ledger/drawer/closes/closes-screen.tsx')))
    .ClosesScreen,
}));

/** Renders petty cash and closes at each of its addresses, with the month in the search parameters. */
export function ClosesPage() {
  const { month }: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const money = getMoneyPath(useSession());
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <ClosesScreen
        month={typeof month === 'string' && isDay(`${month}-01`) ? month : undefined}
        onMonth={(next) => void navigate({ to: '.', search: { month: next }, replace: true })}
        link={
          money && (
            <ButtonLink to={money} variant="default">
              Money
            </ButtonLink>
          )
        }
      />
    </Suspense>
  );
}
