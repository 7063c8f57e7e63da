import { Stack, Text } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import { type BookingRequest, declineRequest, type Settled } from '@samay/contract/public/requests';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';

const reasons = ['Already taken', 'We are closed then', 'Please call us'];

interface DeclineDialogProps {
  request: BookingRequest;
  onClose: () => void;
  onDeclined: (answer: Settled) => void;
}

/** Asks why a request is declined; the visitor reads it, with other free times. */
export function DeclineDialog({
  request: { id, personName, payment },
  onClose,
  onDeclined,
}: DeclineDialogProps) {
  const [reason, setReason] = useState('');
  const decline = useMutation({
    mutationFn: () => call(declineRequest, { params: { id }, body: { reason: reason.trim() || null } }),
    onSuccess: onDeclined,
  });
  return (
    <FormDialog title="Decline this request?" isDirty={reason !== ''} onClose={onClose}>
      {(askToClose) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!decline.isPending) decline.mutate();
          }}
        >
          <Stack gap="md">
            <Text size="sm">{personName} reads the reason, and is offered other free times.</Text>
            {payment !== null && (
              <Text size="sm" fw={600}>
                Give {formatRupees(payment.amount)} back yourself, by UPI. {personName} is told that you do.
              </Text>
            )}
            <ReasonField reasons={reasons} value={reason} onChange={setReason} isOptional />
            {decline.isError && (
              <FailureNotice text={errorText(decline.error, 'The request could not be declined')} />
            )}
            <FormButtons
              submit="Decline"
              waiting="Declining..."
              busy={decline.isPending}
              onClose={askToClose}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
