import { Button } from '@mantine/core';
import { getOwnTakings } from '@samay/contract/ledger/received';
import { formatRupees } from '@samay/contract/core/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { PartBoundary } from '../../../ui/feedback/part-boundary.tsx';
import classes from './takings-line.module.css';

const TakingsDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./takings-dialog.tsx'))).TakingsDialog,
}));

/**
 * Renders the user's takings of today, by method, in one line with the button that lists them.
 * Cash is left out where it is counted first. Renders nothing for users who take no money, before the first
 * payment, and where all of it is counted first.
 */
export function TakingsLine() {
  const mayTake = useSession().permissions.includes('appointments.write');
  const { data, error, isFetching, refetch } = useQuery({ ...ownTakings(), enabled: mayTake });
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!mayTake) return null;
  if (!data)
    return error ? (
      <FailureNotice
        text={errorText(error, 'Failed to load what you took today')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : null;
  if (data.rows.length === 0) return null;
  return (
    <section aria-label="Net taken by you today" className={classes.line}>
      <span>
        {data.total === null ? (
          'Net taken by you today, without cash'
        ) : (
          <>
            Net taken by you today: <b>{formatRupees(data.total)}</b>
          </>
        )}
      </span>
      <span className={classes.methods}>
        {data.methods.map(({ method, total }) => `${method} ${formatRupees(total)}`).join(' · ')}
      </span>
      <Button variant="default" aria-label="Show what you took today" onClick={() => setOpen(true)}>
        Show
      </Button>
      <PartBoundary onGiveUp={close}>
        {isOpen && <TakingsDialog takings={data} onClose={close} />}
      </PartBoundary>
    </section>
  );
}

/** Returns the query of the caller's takings of today. A live change of a booking refetches it. */
function ownTakings() {
  return queryOptions({
    queryKey: ['appointments', 'takings'],
    queryFn: ({ signal }) => call(getOwnTakings, { signal }),
  });
}
