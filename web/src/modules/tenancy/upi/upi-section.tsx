import { Button, Group, Stack, TextInput } from '@mantine/core';
import { changeUpi, getUpi, type Upi, UpiId } from '@samay/contract/tenancy/upi';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';

const upiQuery = queryOptions({ queryKey: ['upi'], queryFn: ({ signal }) => call(getUpi, { signal }) });

/**
 * Renders the business's UPI id, for its owners to change. All users who take money there show its
 * code.
 */
export function UpiSection() {
  if (!useSession().permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="UPI"
      hint={
        'With a UPI id, a code to scan and pay appears when you take money. ' +
        'The money goes to this id; Samay does not see the payment.'
      }
      query={upiQuery}
      failed="Failed to load the UPI id"
    >
      {(upi) => <UpiForm key={upi.upiId} upi={upi} />}
    </LoadedSection>
  );
}

function UpiForm({ upi }: { upi: Upi }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const id = useId();
  const [typed, setTyped] = useState(upi.upiId ?? '');
  const [error, setError] = useState<string>();
  const upiId = typed.trim() || null;
  const save = useMutation({
    mutationFn: () => call(changeUpi, { body: { upiId } }),
    onSuccess: (saved) => {
      client.setQueryData(upiQuery.queryKey, saved);
      toastDone(saved.upiId === null ? 'UPI id removed' : 'UPI id saved');
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = upiId === null ? undefined : UpiId.safeParse(upiId).error?.issues[0]?.message;
    setError(wrong);
    if (wrong !== undefined) focusFirstError(id);
    else if (!save.isPending) save.mutate();
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="UPI">
      <Stack gap="md">
        <TextInput
          label="UPI id"
          placeholder="clinic@okicici"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
        />
        {save.isError && <FailureNotice text={errorText(save.error, 'Failed to save the UPI id')} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            disabled={upiId === upi.upiId || save.isPending || tenant?.suspended === true}
          >
            {save.isPending ? 'Saving...' : 'Save UPI id'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
