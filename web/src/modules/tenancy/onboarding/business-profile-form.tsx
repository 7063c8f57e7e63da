import { Alert, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { type BusinessProfile, changeBusinessProfile } from '@samay/contract/tenancy/onboarding';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useAuth, useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { businessProfile } from './api.ts';
import { type Errors, getMessage } from './onboarding-values.ts';
import { OperatingDaysForm } from './operating-days-form.tsx';
import {
  profileChanges,
  type ProfileChanges,
  profileErrors,
  profileValues,
  type ProfileValues,
} from './profile-values.ts';
import { TimeSlotsForm } from './time-slots-form.tsx';
import { saveFailed } from './wording.ts';

/**
 * Renders the form of name, hours and days. The typed values are kept until they are saved, even if
 * the query is refetched.
 */
export function BusinessProfileForm({ profile }: { profile: BusinessProfile }) {
  const { businessType, tenant } = useSession();
  const [before, setBefore] = useState(() => profileValues(profile));
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<Errors>({});
  const save = useChangeProfile();
  const id = useId();
  const changes = profileChanges(values, before);
  const isChanged = Object.keys(changes).length > 0;
  const { name: nameError, ...rest } = errors;
  const message = getMessage(rest);

  const change = (changed: Partial<ProfileValues>) => {
    setErrors({});
    setValues((now) => ({ ...now, ...changed }));
  };
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = profileErrors(values, changes);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(id);
    else if (isChanged && !save.isPending)
      save.mutate(changes, { onSuccess: (saved) => begin(profileValues(saved)) });
  }
  function begin(saved: ProfileValues): void {
    setBefore(saved);
    setValues((typed) => (typed === values ? saved : typed));
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="Business profile">
      <Stack gap="md">
        <TextInput
          size="md"
          label={businessType === 'turf' ? 'Turf name' : 'Business name'}
          required
          maxLength={200}
          autoComplete="organization"
          value={values.name}
          error={nameError}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Input.Wrapper label="Opening hours" labelElement="div">
          <TimeSlotsForm slots={values.slots} errors={errors} onChange={(slots) => change({ slots })} />
        </Input.Wrapper>
        <Input.Wrapper label="Operating days" labelElement="div">
          <OperatingDaysForm days={values.days} onChange={(days) => change({ days })} />
        </Input.Wrapper>
        {message && <Alert color="red">{message}</Alert>}
        {save.isError && <FailureNotice text={errorText(save.error, saveFailed)} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isChanged || save.isPending || tenant?.suspended === true}>
            {save.isPending ? 'Saving...' : 'Save changes'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Saves the changes. The session contains the business's name, so it is refetched. */
function useChangeProfile() {
  const client = useQueryClient();
  const { recheck } = useAuth();
  return useMutation({
    mutationFn: (body: ProfileChanges) => call(changeBusinessProfile, { body }),
    onSuccess: (profile) => {
      client.setQueryData(businessProfile().queryKey, profile);
      toastDone('Business profile saved');
      void recheck();
    },
  });
}
