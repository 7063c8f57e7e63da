import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { useSession } from '../../lib/session/session.tsx';
import { ButtonLink } from '../../ui/controls/links.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { getClosesPath } from '../routing/navigation.ts';
import { isId } from '../routing/search-params.ts';

// Loads in a second step: the names of its chunks would weigh on the sign-in page.
const MoneyScreen = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/ledger/drawer/money-screen.tsx'))).MoneyScreen,
}));

/**
 * Renders the page of money at each of its addresses, with the holder of the drawer in the search
 * parameters. `close` focuses the counted cash.
 */
export function MoneyPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const closes = getClosesPath(useSession());
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <MoneyScreen
        holder={isId(search['holder']) ? search['holder'] : undefined}
        isClosing={'close' in search}
        link={
          closes && (
            <ButtonLink to={closes} variant="default">
              Petty cash and closes
            </ButtonLink>
          )
        }
      />
    </Suspense>
  );
}
