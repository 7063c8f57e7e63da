import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { daysUntilErased, deleteTenant, type TenantLine } from '@samay/contract/platform/tenants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { refreshPlatform } from '../api.ts';

/** Deletes a tenant if its name is typed: nobody in the business can open it any more. */
export function DeleteTenantDialog({ tenant, onClose }: { tenant: TenantLine; onClose: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const isRight = typed.trim() === tenant.name.trim();
  const remove = useMutation({
    mutationFn: () => call(deleteTenant, { params: { id: tenant.id }, body: { name: typed } }),
    onSuccess: () => {
      toastDone(`${tenant.name} is deleted. It can be restored for ${daysUntilErased} days.`);
      onClose();
    },
    onSettled: () => void refreshPlatform(client),
  });
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isRight && !remove.isPending) remove.mutate();
  }
  return (
    <Dialog opened onClose={onClose} title="Delete tenant" small>
      <form onSubmit={handleSubmit} aria-label="Delete tenant">
        <Stack>
          <Text size="sm">
            Are you sure you want to delete {tenant.name}? Its staff are signed out and can no longer open it.
            For {daysUntilErased} days you can restore it with the filter Deleted; after that everything in it
            is erased permanently.
          </Text>
          <TextInput
            label={`Type ${tenant.name} to confirm`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {remove.isError && <FailureNotice text={errorText(remove.error, 'Failed to delete the tenant')} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Keep tenant
            </Button>
            <Button type="submit" color="red" disabled={!isRight} loading={remove.isPending}>
              Delete
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
