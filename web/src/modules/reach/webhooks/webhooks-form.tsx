import { Button, Group, Stack } from '@mantine/core';
import type { Webhooks } from '@samay/contract/reach/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SecretDialog } from '../../../ui/controls/secret-dialog.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { AddressField } from './address-field.tsx';
import {
  addressBody,
  type AddressErrors,
  addressErrors,
  type AddressName,
  addressValues,
} from './address-values.ts';
import { saveAddresses, webhooksQuery } from './api.ts';
import { SecretRow } from './secret-row.tsx';
import { secretWording, webhookWording } from './wording.ts';

/**
 * Renders the form of the two webhook addresses. The typed values are kept until they are saved,
 * even if the query is refetched.
 */
export function WebhooksForm({ webhooks }: { webhooks: Webhooks }) {
  const saved = addressValues(webhooks);
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<AddressErrors>({});
  const [secret, setSecret] = useState<string | null>(null);
  const save = useSaveAddresses();
  const id = useId();
  const words = webhookWording(useSession().businessType ?? 'doctor');
  const { may, hasSecret } = webhooks;
  const isChanged = JSON.stringify(addressBody(values)) !== JSON.stringify(addressBody(saved));

  function showErrors(wrong: AddressErrors): void {
    setErrors(wrong);
    focusFirstError(id);
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = addressErrors(values);
    if (Object.keys(wrong).length > 0) return showErrors(wrong);
    setErrors({});
    if (!isChanged || save.isPending) return;
    save.mutate(addressBody(values), {
      onSuccess: ({ secret: made, ...now }) => {
        setValues((typed) => (typed === values ? addressValues(now) : typed));
        setSecret(made);
      },
      onError: (error) => showErrors(getFields(error)),
    });
  }
  const getField = (name: AddressName) => ({
    value: values[name],
    saved: saved[name],
    error: errors[name],
    disabled: !may.change,
    onChange: (value: string) => setValues((now) => ({ ...now, [name]: value })),
  });

  return (
    <>
      <form id={id} noValidate onSubmit={handleSubmit} aria-label="Webhooks">
        <Stack gap="lg">
          <AddressField
            webhook="calendar_event"
            {...words.calendar_event}
            {...getField('calendarEventUrl')}
          />
          <AddressField webhook="cancel" {...words.cancel} {...getField('cancelUrl')} />
          {save.isError && Object.keys(getFields(save.error)).length === 0 && (
            <FailureNotice text={errorText(save.error, 'Your webhooks could not be saved')} />
          )}
          <Group justify="flex-end">
            <Button type="submit" disabled={!isChanged || save.isPending || !may.change}>
              {save.isPending ? 'Saving...' : 'Save webhooks'}
            </Button>
          </Group>
        </Stack>
      </form>
      {hasSecret && <SecretRow mayRenew={may.change} onRenewed={setSecret} />}
      {secret !== null && (
        <SecretDialog
          title={secretWording.title}
          once={secretWording.once}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function getFields(error: unknown): AddressErrors {
  return error instanceof ApiError ? (error.fields ?? {}) : {};
}

/**
 * Saves the addresses. The reply replaces the cached query, without the secret, which must not be
 * cached.
 */
function useSaveAddresses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveAddresses,
    gcTime: 0,
    onSuccess: ({ secret: _, ...webhooks }) => {
      client.setQueryData(webhooksQuery.queryKey, webhooks);
      toastDone('Webhooks saved');
    },
  });
}
