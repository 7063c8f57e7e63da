import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import {
  connectWhatsAppNumber,
  type NoticeSettings,
  OwnNumberChange,
  removeWhatsAppNumber,
} from '@samay/contract/reach/notices';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';

interface Props {
  readonly settings: NoticeSettings;
  readonly onSaved: (settings: NoticeSettings) => void;
}

/** Renders the business's own number at WhatsApp: the form, and how to remove it. */
export function OwnNumber({ settings, onSaved }: Props) {
  const { whatsApp, may } = settings;
  const [isOpen, setOpen] = useState(false);
  if (!may.change || !whatsApp.mayConnect) return null;
  if (!isOpen)
    return (
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen(true)}>
          {whatsApp.own ? 'Change number or token' : 'Use your own number'}
        </Button>
        {whatsApp.own && <RemoveNumber onSaved={onSaved} />}
      </Group>
    );
  return (
    <NumberForm
      own={whatsApp.own}
      onCancel={() => setOpen(false)}
      onSaved={(saved) => {
        setOpen(false);
        onSaved(saved);
      }}
    />
  );
}

interface FormProps {
  readonly own: NoticeSettings['whatsApp']['own'];
  readonly onCancel: () => void;
  readonly onSaved: (settings: NoticeSettings) => void;
}

function NumberForm({ own, onCancel, onSaved }: FormProps) {
  const [values, setValues] = useState({
    phoneNumberId: own?.phoneNumberId ?? '',
    accountId: own?.accountId ?? '',
    token: '',
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const id = useId();
  const save = useMutation({
    mutationFn: (body: OwnNumberChange) => call(connectWhatsAppNumber, { body }),
    // The request has the token, so that it is not kept after the answer.
    gcTime: 0,
    onSuccess: (saved) => {
      toastDone('WhatsApp sends from your own number');
      onSaved(saved);
    },
    onError: (error) => showErrors(error instanceof ApiError ? (error.fields ?? {}) : {}),
  });
  function showErrors(wrong: Readonly<Record<string, string>>): void {
    setErrors(wrong);
    focusFirstError(id);
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const token = values.token.trim() === '' && own ? null : values.token;
    const parsed = OwnNumberChange.safeParse({ ...values, token });
    if (!parsed.success)
      return showErrors(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
      );
    setErrors({});
    save.mutate(parsed.data);
  }
  const getField = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setValues((now) => ({ ...now, [name]: value })),
  });
  const isElsewhere = Object.keys(errors).length === 0;
  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="Own number at WhatsApp">
      <Stack gap="sm">
        <TextInput
          label="Phone number id"
          description="Not the number itself: WhatsApp Manager shows it below the number."
          inputMode="numeric"
          {...getField('phoneNumberId')}
        />
        <TextInput label="WhatsApp Business account id" inputMode="numeric" {...getField('accountId')} />
        <PasswordInput
          label="Token"
          description={
            own
              ? 'One is kept. It is not shown again; enter another to replace it.'
              : 'Of a system user, with whatsapp_business_messaging and whatsapp_business_management.'
          }
          aria-invalid={errors['token'] !== undefined}
          {...getField('token')}
        />
        {save.isError && isElsewhere && (
          <FailureNotice text={errorText(save.error, 'Your number could not be saved')} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Asking WhatsApp...' : 'Save number'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RemoveNumber({ onSaved }: Pick<Props, 'onSaved'>) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call(removeWhatsAppNumber),
    onSuccess: (saved) => {
      setAsking(false);
      toastDone('Your number is removed');
      onSaved(saved);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Remove number
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Remove your number"
        question="Its token is deleted here. Reminders leave from the number of Samay again, or no more by WhatsApp where it has none."
        yes="Remove number"
        no="Keep it"
        busy={remove.isPending}
        error={remove.isError ? errorText(remove.error, 'Your number could not be removed') : null}
        onYes={() => remove.mutate()}
        onNo={() => setAsking(false)}
      />
    </>
  );
}
