import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addTenant, NewTenant } from '@samay/contract/platform/tenants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { Dialog, inDialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { fieldErrors, focusFirstError } from '../../../ui/form/form-errors.ts';
import { refreshPlatform } from '../api.ts';
import { planName } from '../wording.ts';

/** Adds a tenant and invites its owner. The typed values survive every failure. */
export function AddTenantDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const id = useId();
  const form = useForm<NewTenant>({
    initialValues: { name: '', adminEmail: '', ownerName: '', plan: 'basic' },
    validate: (values) => fieldErrors(NewTenant.safeParse(values).error),
  });
  const add = useMutation({
    mutationFn: (body: NewTenant) => call(addTenant, { body }),
    onSuccess: (tenant, { adminEmail }) => {
      toastDone(`${tenant.name} is added. An invitation was sent to ${adminEmail}.`);
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(error.fields);
      focusFirstError(id);
    },
    onSettled: () => void refreshPlatform(client),
  });
  const handleSubmit = form.onSubmit(
    (values) => {
      if (!add.isPending) add.mutate(NewTenant.parse(values));
    },
    () => focusFirstError(id),
  );
  return (
    <Dialog opened onClose={onClose} title="Add Tenant" size="md">
      <form id={id} onSubmit={handleSubmit} noValidate aria-label="Add Tenant">
        <Stack gap="md">
          <TextInput
            label="Hospital/Clinic Name"
            required
            maxLength={200}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Admin Email"
            type="email"
            required
            autoComplete="off"
            {...form.getInputProps('adminEmail')}
          />
          <TextInput
            label="Owner Name"
            required
            maxLength={120}
            autoComplete="off"
            {...form.getInputProps('ownerName')}
          />
          <ChoiceSelect
            label="Subscription Plan"
            required
            data={[{ value: 'basic', label: planName.basic }]}
            comboboxProps={inDialog}
            {...form.getInputProps('plan')}
          />
          <Text size="sm" c="dimmed">
            The business starts as pending. Its owner gets an invitation by email. It becomes active when they
            first sign in.
          </Text>
          {add.isError && <FailureNotice text={errorText(add.error, 'Failed to add the tenant')} />}
          <FormButtons submit="Add Tenant" waiting="Adding..." busy={add.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
