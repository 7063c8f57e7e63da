import { NativeSelect, Stack, Text } from '@mantine/core';
import type { OnlineRefund } from '@samay/contract/bookings/online-refunds';
import { formatRupees } from '@samay/contract/core/money';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { BelowZero, isBelowZero } from '../../bookings/below-zero.tsx';
import { handedMethods } from '../../bookings/desk-methods.ts';

interface Noting {
  readonly method: string;
  readonly belowZero?: boolean;
}

interface OtherWayDialogProps {
  refund: OnlineRefund;
  note: (noting: Noting) => Promise<OnlineRefund>;
  onClose: () => void;
  onNoted: () => void;
}

/** Asks how money was given back that the payment provider could not give back. */
export function OtherWayDialog({ refund: { paise, booking }, note, onClose, onNoted }: OtherWayDialogProps) {
  const [method, setMethod] = useState('UPI');
  const save = useMutation({
    mutationFn: (agreed: { belowZero?: boolean }) => note({ method, ...agreed }),
    onSuccess: onNoted,
  });
  const isAsked = isBelowZero(save.error);
  return (
    <FormDialog title={`${formatRupees(paise)} given back another way?`} isDirty={false} onClose={onClose}>
      {(askToClose) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!save.isPending) save.mutate({});
          }}
        >
          <Stack gap="md">
            <Text size="sm">
              {booking
                ? 'Note it once you have given it back. Cash leaves your drawer.'
                : 'Note it once you have given it back. It was for a time that could not be given, so it counts in no drawer.'}
            </Text>
            <NativeSelect
              label="Given back by"
              data={handedMethods}
              value={method}
              onChange={({ currentTarget }) => {
                if (isAsked) save.reset();
                setMethod(currentTarget.value);
              }}
            />
            {isAsked && (
              <BelowZero
                busy={save.isPending}
                onYes={() => save.mutate({ belowZero: true })}
                onNo={save.reset}
              />
            )}
            {save.isError && !isAsked && (
              <FailureNotice text={errorText(save.error, 'It could not be noted')} />
            )}
            {!isAsked && (
              <FormButtons
                submit="Given back"
                waiting="Saving..."
                busy={save.isPending}
                onClose={askToClose}
              />
            )}
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
