import { Button, Group, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import {
  changeOnlineAccount,
  type OnlineAccount,
  OnlineAccountChange,
} from '@samay/contract/online-payments/account';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call, errorText } from '../../lib/api/api.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { SecretDialog } from '../../ui/controls/secret-dialog.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../ui/feedback/toast.tsx';
import { fieldErrors, focusFirstError, isShownAtFields } from '../../ui/form/form-errors.ts';
import { accountQuery } from './account-query.ts';
import { TroubleNotice } from '../../ui/feedback/trouble-notice.tsx';

type Errors = Readonly<Record<string, string | undefined>>;

/** Renders the keys of the account, whether payments are taken, and the address of its events. */
export function AccountForm({ account }: { account: OnlineAccount }) {
  const { keyId, eventsAddress, trouble, may } = account;
  const [values, setValues] = useState({
    isOn: account.isOn || keyId === null,
    keyId: keyId ?? '',
    keySecret: '',
  });
  const [errors, setErrors] = useState<Errors>({});
  const [secret, setSecret] = useState<string | null>(null);
  const id = useId();
  const save = useSave();

  function showErrors(wrong: Errors): void {
    setErrors(wrong);
    focusFirstError(id);
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const { keySecret } = values;
    const read = OnlineAccountChange.safeParse({
      ...values,
      keySecret: keySecret.trim() === '' && keyId !== null ? null : keySecret,
    });
    if (!read.success) return showErrors(fieldErrors(read.error));
    setErrors({});
    save.mutate(read.data, {
      onSuccess: (saved) => {
        setValues((now) => ({ ...now, keySecret: '' }));
        setSecret(saved.eventsSecret);
        toastDone(saved.isOn ? 'Payments on the page are on' : 'Payments on the page are off');
      },
      onError: (error) => showErrors(error instanceof ApiError ? (error.fields ?? {}) : {}),
    });
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="Payments on the page">
      <Stack gap="md">
        <TroubleNotice trouble={trouble} />
        <Switch
          label="Take payments on the page"
          description="Which services ask for one is chosen with what the page offers."
          checked={values.isOn}
          disabled={!may.change}
          onChange={({ currentTarget }) => setValues((now) => ({ ...now, isOn: currentTarget.checked }))}
        />
        <TextInput
          label="Key id of Razorpay"
          description="In Razorpay's dashboard under Account & Settings → API keys."
          autoComplete="off"
          spellCheck={false}
          value={values.keyId}
          error={errors['keyId']}
          disabled={!may.change}
          onChange={({ currentTarget }) => setValues((now) => ({ ...now, keyId: currentTarget.value }))}
        />
        <PasswordInput
          label="Key secret of Razorpay"
          description={
            keyId === null ? undefined : 'One is kept. It is not shown again; enter another to replace it.'
          }
          autoComplete="off"
          value={values.keySecret}
          error={errors['keySecret']}
          aria-invalid={errors['keySecret'] !== undefined}
          disabled={!may.change}
          onChange={({ currentTarget }) => setValues((now) => ({ ...now, keySecret: currentTarget.value }))}
        />
        <Text size="sm">
          Let Razorpay charge its fees to you. Where the payer bears them, another amount arrives than was
          asked for, and the payment goes back.
        </Text>
        {keyId !== null && eventsAddress !== null && (
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              label="Address of webhooks"
              description="Enter it in Razorpay's dashboard under Webhooks with all events of payments and refunds: payments are then seen within seconds, otherwise within minutes."
              readOnly
              value={eventsAddress}
              style={{ flex: 1 }}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton text={eventsAddress} label="Copy the address of webhooks" />
          </Group>
        )}
        {save.isError && !isShownAtFields(save.error) && (
          <FailureNotice text={errorText(save.error, 'The account could not be saved')} />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={save.isPending || !may.change}>
            {save.isPending ? 'Asking Razorpay...' : 'Save account'}
          </Button>
        </Group>
      </Stack>
      {secret !== null && (
        <SecretDialog
          title="Secret of webhooks"
          once="Enter it in Razorpay's dashboard with the address of webhooks. It is shown once: saving the key secret again makes a new one."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </form>
  );
}

/** Saves the account. The request has the secret, so that it is not kept after the answer. */
function useSave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: OnlineAccountChange) => call(changeOnlineAccount, { body }),
    gcTime: 0,
    onSuccess: (saved) => client.setQueryData(accountQuery.queryKey, { ...saved, eventsSecret: null }),
  });
}
