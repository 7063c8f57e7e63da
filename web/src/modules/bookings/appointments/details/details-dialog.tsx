import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, errorText } from '../../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../../lib/query-client.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../../ui/feedback/slow-notice.tsx';
import { oneAppointment } from '../../api.ts';
import { useAppointmentWording } from '../../wording.ts';
import { DetailsCard, type PapersOfBooking } from './details-card.tsx';
import { ReopeningNotice } from './reopening-notice.tsx';

interface DetailsDialogProps {
  /** The booking's id; null while the dialog is closed. */
  id: string | null;
  /** The refusal to schedule the booking again: its time is taken. */
  refusal?: ApiError | undefined;
  onClose: () => void;
  papers?: PapersOfBooking;
}

/** Renders the details of one booking and its actions. */
export function DetailsDialog({ id, refusal, onClose, papers }: DetailsDialogProps) {
  const { detailsTitle } = useAppointmentWording();
  return (
    <Dialog opened={id !== null} onClose={onClose} title={detailsTitle} size="xl">
      {id !== null && <Details id={id} refusal={refusal} onClose={onClose} {...(papers && { papers })} />}
    </Dialog>
  );
}

function Details({ id, refusal, onClose, papers }: DetailsDialogProps & { id: string }) {
  const { booking } = useAppointmentWording();
  const { data, error, isFetching, refetch } = useQuery(oneAppointment(id));
  const client = useQueryClient();
  const isGone = error instanceof ApiError && error.status === 404;

  if (isGone)
    return <EmptyState text={`This ${booking} does not exist any more, or is not shown on your plan.`} />;
  if (error && !data) {
    return (
      <FailureNotice
        text={errorText(error, `Failed to load ${booking}`)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data)
    return <DetailsSkeleton onRetry={() => void cancelAndRefetch(client, oneAppointment(id).queryKey)} />;
  return (
    <Stack>
      {error && (
        <FailureNotice
          text={errorText(error, `Failed to load ${booking}`)}
          hint="What you see may be out of date."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {refusal && data.may.includes('reopen') && (
        <ReopeningNotice appointment={data} refusal={refusal} onDone={onClose} />
      )}
      <DetailsCard appointment={data} onCancelled={onClose} onLeave={onClose} papers={papers} />
    </Stack>
  );
}

function DetailsSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="md" aria-busy>
      <SlowNotice onRetry={onRetry} />
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={20} width={row % 2 === 0 ? '60%' : '80%'} />
      ))}
    </Stack>
  );
}
