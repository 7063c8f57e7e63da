import { Button, Group, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { languageChoices } from '@samay/contract/bookings/whatsapp-messages/labels';
import type { BusinessType } from '@samay/contract/core/roles';
import { changeSmsSettings, type SmsChange, type SmsSettings } from '@samay/contract/reach/sms-settings';
import { proposeCodeText } from '@samay/contract/reach/sms/code-text';
import { proposeSmsText } from '@samay/contract/reach/sms/reminder-text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { focusFirstError, isShownAtFields } from '../../../ui/form/form-errors.ts';
import { smsQuery } from './sms-query.ts';
import { SmsTextFields } from './sms-text-fields.tsx';
import { type SmsErrors, type SmsValues, type TextValues, toBody, toValues } from './sms-values.ts';
import { TroubleNotice } from '../../../ui/feedback/trouble-notice.tsx';

/** Renders the form of the account, the header and the registered texts. */
export function SmsForm({ settings }: { settings: SmsSettings }) {
  const { tenant, businessType } = useSession();
  const type: BusinessType = businessType ?? 'doctor';
  const business = tenant?.name ?? '';
  const newText = (language: TextValues['language']): TextValues => ({
    language,
    templateId: '',
    dltId: '',
    text: proposeSmsText(language, type, business),
    code: null,
  });
  const [values, setValues] = useState(() => toValues(settings, newText('en')));
  const [errors, setErrors] = useState<SmsErrors>({});
  const id = useId();
  const save = useSave();
  const { hasKey, may, trouble, reportAddress } = settings;
  const missing = languageChoices.find(({ value }) =>
    values.texts.every(({ language }) => language !== value),
  );

  function showErrors(wrong: SmsErrors): void {
    setErrors(wrong);
    focusFirstError(id);
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const made = toBody(values, hasKey);
    if ('errors' in made) return showErrors(made.errors);
    setErrors({});
    save.mutate(made.body, {
      onSuccess: (saved) => {
        setValues(toValues(saved, newText('en')));
        toastDone(saved.isOn ? 'SMS saved and on' : 'SMS saved and off');
      },
      onError: (error) => showErrors(error instanceof ApiError ? (error.fields ?? {}) : {}),
    });
  }
  const change = (changed: Partial<SmsValues>) => setValues((now) => ({ ...now, ...changed }));
  const errorsAt = (path: string) => ({
    templateId: errors[`${path}.templateId`],
    dltId: errors[`${path}.dltId`],
    text: errors[`${path}.text`],
  });
  const getField = (name: 'entityId' | 'header' | 'testNumber') => ({
    value: values[name],
    error: errors[name],
    disabled: !may.change,
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="SMS">
      <Stack gap="md">
        <TroubleNotice trouble={trouble} />
        <Switch
          label="Remind by SMS"
          checked={values.isOn}
          disabled={!may.change}
          onChange={(event) => change({ isOn: event.currentTarget.checked })}
        />
        <PasswordInput
          label="Authkey of MSG91"
          description={
            hasKey ? 'One is kept. It is not shown again; enter another to replace it.' : undefined
          }
          autoComplete="off"
          value={values.key}
          error={errors['key']}
          aria-invalid={errors['key'] !== undefined}
          disabled={!may.change}
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
        <TextInput label="Entity id (DLT)" inputMode="numeric" {...getField('entityId')} />
        <TextInput label="Header" description="The sender that people see." {...getField('header')} />
        {values.texts.map((text, at) => (
          <SmsTextFields
            key={text.language}
            text={text}
            disabled={!may.change}
            businessType={type}
            errors={errorsAt(`texts.${at}`)}
            codeErrors={errorsAt(`texts.${at}.code`)}
            changeErrors={{
              booked: errorsAt(`texts.${at}.changes.booked`),
              moved: errorsAt(`texts.${at}.changes.moved`),
              cancelled: errorsAt(`texts.${at}.changes.cancelled`),
            }}
            business={business}
            proposedCode={proposeCodeText(text.language, business)}
            onChange={(changed) =>
              change({ texts: values.texts.map((each, place) => (place === at ? changed : each)) })
            }
            onRemove={
              values.texts.length > 1
                ? () => change({ texts: values.texts.filter((_, place) => place !== at) })
                : undefined
            }
          />
        ))}
        {errors['texts'] !== undefined && <FailureNotice text={errors['texts']} />}
        {missing && may.change && (
          <Button
            variant="default"
            onClick={() => change({ texts: [...values.texts, newText(missing.value)] })}
          >{`Add a text in ${missing.label}`}</Button>
        )}
        <TextInput
          label="Number for the test"
          description="A new key or text is sent there once before it is saved. Whether the operators accept it shows here afterwards."
          type="tel"
          {...getField('testNumber')}
        />
        {hasKey && reportAddress !== null && (
          <TextInput
            label="Address of delivery reports"
            description="Enter it at MSG91 as the webhook of SMS. Keep it secret: reports are not signed."
            readOnly
            value={reportAddress}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        {save.isError && !isShownAtFields(save.error) && (
          <FailureNotice text={errorText(save.error, 'Your settings of SMS could not be saved')} />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={save.isPending || !may.change}>
            {save.isPending ? 'Saving...' : 'Save SMS'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Saves the settings. The request has the key, so that it is not kept after the answer. */
function useSave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SmsChange) => call(changeSmsSettings, { body }),
    gcTime: 0,
    onSuccess: (saved) => client.setQueryData(smsQuery.queryKey, saved),
  });
}
