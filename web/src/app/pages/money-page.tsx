import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { isDay, isId } from '../routing/search-params.ts';

// Loads in a second step: the names of its chunks would weigh on the sign-in page.
const MoneyScreen = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/ledger/drawer/money-screen.tsx'))).MoneyScreen,
}));

interface MoneySearch {
  /** The id of the person whose drawer is shown. */
  holder?: string;
  /** The month whose closes are listed, YYYY-MM. */
  month?: string;
}

/**
 * Renders the page of money at each of its addresses, with holder and month in the search
 * parameters. `close` focuses the counted cash.
 */
export function MoneyPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const place = moneySearch(search);
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <MoneyScreen
        holder={place.holder}
        month={place.month}
        isClosing={'close' in search}
        onMonth={(month) =>
          void navigate({ to: '.', search: moneySearch({ ...place, month }), replace: true })
        }
      />
    </Suspense>
  );
}

function moneySearch({ holder, month }: Record<string, unknown>): MoneySearch {
  return {
    ...(isId(holder) && { holder }),
    ...(typeof month === 'string' && isDay(`${month}-01`) && { month }),
  };
}
