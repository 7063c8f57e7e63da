import { Stack, Text, Textarea } from '@mantine/core';
import { giveReason, SupportAccessReason, supportAccessMinutes } from '@samay/contract/audit/support-access';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';

interface SupportAccessDialogProps {
  /** The id of the business. */
  business: string;
  onGiven: () => void;
  onClose: () => void;
}

/**
 * Asks a super admin for the reason of a support access. The request that needed the reason is sent
 * afterwards.
 */
export function SupportAccessDialog({ business, onGiven, onClose }: SupportAccessDialogProps) {
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const give = useMutation({
    mutationFn: () => call(giveReason, { params: { id: business }, body: { reason } }),
    onSuccess: onGiven,
  });
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const checked = SupportAccessReason.safeParse(reason);
    setWrong(checked.error?.issues[0]?.message);
    if (!checked.success) input.current?.focus();
    else if (!give.isPending) give.mutate();
  }
  return (
    <Dialog opened onClose={onClose} title="Reason for accessing this business" size="md">
      <form onSubmit={handleSubmit} noValidate aria-label="Access to the business">
        <Stack gap="md">
          <Text size="sm">
            Its owners see your reason in their audit log, with everything you view or change. It is valid for{' '}
            {supportAccessMinutes} minutes.
          </Text>
          {give.isError && <FailureNotice text={errorText(give.error, 'Failed to save the reason')} />}
          <Textarea
            ref={input}
            label="Reason"
            description="For example a ticket number and its subject. Do not name a patient or customer."
            rows={3}
            maxLength={200}
            data-autofocus
            value={reason}
            error={wrong}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FormButtons submit="Continue" waiting="Saving..." busy={give.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
