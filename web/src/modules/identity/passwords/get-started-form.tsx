import { Button, Stack, TextInput } from '@mantine/core';
import type { StartBusiness } from '@samay/contract/identity/passwords';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { isEmail } from '../../../lib/session/sign-in-email.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { getStartedWording } from './wording.ts';

interface GetStartedFormProps {
  /** The selection of a plan, if there is one. */
  picker?: ReactNode;
  submit: string;
  /** Sends the form. It may throw; the typed values are kept. */
  onStart: (start: StartBusiness) => Promise<void>;
}

type Wrong = Partial<Record<keyof StartBusiness, string>>;
const formId = 'get-started';

/** Renders the form for a new business: its name and the owner's name and email. */
export function GetStartedForm({ picker, submit, onStart }: GetStartedFormProps) {
  const [values, setValues] = useState<StartBusiness>({ businessName: '', email: '' });
  const [wrong, setWrong] = useState<Wrong>({});
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const set = (change: Partial<StartBusiness>) => setValues((before) => ({ ...before, ...change }));
  const refuse = (fields: Wrong) => {
    setWrong(fields);
    focusFirstError(formId);
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setError(undefined);
    const fields = wrongIn(values);
    if (Object.keys(fields).length > 0) return refuse(fields);
    setWrong({});
    setIsBusy(true);
    try {
      await onStart({ businessName: values.businessName.trim(), email: values.email.trim() });
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields) refuse(failure.fields);
      setError(errorText(failure, getStartedWording.notSent));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)} aria-label="Get started">
      <Stack gap="md">
        {error !== undefined && <FailureNotice text={error} />}
        <TextInput
          name="organization"
          label="Business name"
          autoComplete="organization"
          size="md"
          maxLength={200}
          value={values.businessName}
          error={wrong.businessName}
          onChange={(event) => set({ businessName: event.currentTarget.value })}
        />
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="email"
          size="md"
          value={values.email}
          error={wrong.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        {picker}
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          {isBusy ? 'Sending...' : submit}
        </Button>
      </Stack>
    </form>
  );
}

function wrongIn({ businessName, email }: StartBusiness): Wrong {
  return {
    ...(businessName.trim() === '' && { businessName: "Please enter your business's name" }),
    ...(email.trim() === '' && { email: 'Please enter your email address' }),
    ...(email.trim() !== '' && !isEmail(email) && { email: 'Please enter a valid email address' }),
  };
}
