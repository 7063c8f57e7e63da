import { Button, Group, Stack, Text } from '@mantine/core';
import type { BookingPapers, PaperProposal } from '@samay/contract/invoicing/papers';
import { dismissCredit } from '@samay/contract/invoicing/to-bill';
import { formatRupees } from '@samay/contract/core/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { refreshPapers } from './api.ts';
import classes from './papers.module.css';

interface CreditNoticeProps {
  appointmentId: string;
  credit: NonNullable<BookingPapers['credit']>;
  /** Opens the form of the credit note. */
  onAsk: (proposal: PaperProposal) => void;
}

/** Proposes the credit note that a booking asks for, to make or to dismiss. */
export function CreditNotice({ appointmentId, credit, onAsk }: CreditNoticeProps) {
  const { total, of, lines, isOfOtherService } = credit;
  const client = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => call(dismissCredit, { params: { id: appointmentId }, body: { total } }),
    onSuccess: () => toastDone('No credit note will be made'),
    onSettled: () => refreshPapers(client),
  });
  return (
    <Stack gap="xs">
      <Text size="sm">
        {isOfOtherService
          ? `${of.number} is of another service with another tax. After its credit note a new one can be created.`
          : `${of.number} has ${formatRupees(total)} more than is owed now.`}
      </Text>
      {dismiss.isError && (
        <FailureNotice text={errorText(dismiss.error, 'Failed to dismiss the credit note')} />
      )}
      <Group gap="xs" className={classes.buttons ?? ''}>
        <Button
          variant="default"
          onClick={() => onAsk({ kind: 'credit_note', total, paymentId: null, of, lines })}
        >
          {`Credit note of ${formatRupees(total)}`}
        </Button>
        <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Not needed
        </Button>
      </Group>
    </Stack>
  );
}
