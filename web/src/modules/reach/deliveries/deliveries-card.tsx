import { Button, Group } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import type { Deliveries } from '@samay/contract/reach/deliveries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { deliveriesQuery, tryAgain } from './api.ts';
import { GivenUpList } from './given-up-list.tsx';
import { KindsTable } from './kinds-table.tsx';

/** Renders the deliveries by kind, the ones that were given up, and the buttons to retry. */
export function DeliveriesCard({ deliveries: { kinds, givenUp, may } }: { deliveries: Deliveries }) {
  const retry = useRetry();
  const used = kinds.filter(({ delivered, waiting, givenUp: lost }) => delivered + waiting + lost > 0);
  const hasFailed = used.some(({ reason }) => reason !== null);
  if (used.length === 0) {
    return (
      <EmptyState
        text="Nothing has been sent yet"
        hint={
          'Connect a calendar, add a webhook address or turn on emails: ' +
          'this section then shows whether they were delivered.'
        }
      />
    );
  }
  return (
    <>
      <KindsTable kinds={used} />
      {retry.isError && <FailureNotice text={errorText(retry.error, 'It could not be tried again')} />}
      {hasFailed && may.retry && (
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={retry.isPending}
            loading={retry.isPending && retry.variables === undefined}
            onClick={() => retry.mutate(undefined)}
          >
            Retry all now
          </Button>
        </Group>
      )}
      {givenUp.length > 0 && (
        <GivenUpList
          givenUp={givenUp}
          total={used.reduce((sum, kind) => sum + kind.givenUp, 0)}
          mayRetry={may.retry}
          retrying={retry.isPending ? retry.variables : undefined}
          onRetry={(id) => {
            if (!retry.isPending) retry.mutate(id);
          }}
        />
      )}
    </>
  );
}

/** Retries one delivery, or all failed ones, now. The query then shows the result. */
function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (delivery: string | undefined) => tryAgain(delivery),
    onSuccess: (queued) =>
      toastDone(queued === 0 ? 'There is nothing to try again' : `${formatCount(queued)} queued again`),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  });
}
