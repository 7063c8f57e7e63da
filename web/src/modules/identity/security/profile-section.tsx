import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { changeProfile } from '@samay/contract/identity/profile';
import { roleTitle } from '@samay/contract/core/roles';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { useAuth, useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';

/** Edits the user's name, which colleagues see. Email and role cannot be changed here. */
export function ProfileSection() {
  const { user, tenant } = useSession();
  const { recheck } = useAuth();
  const [name, setName] = useState(user.name);
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: () => call(changeProfile, { body: { name: name.trim() } }),
    onSuccess: async (profile) => {
      await recheck();
      setName(profile.name);
      toastDone('Your name is saved');
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = name.trim() === '';
    setIsMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    else if (!change.isPending) change.mutate();
  };
  const refused = change.error instanceof ApiError ? change.error.fields?.['name'] : undefined;

  return (
    <SectionCard title="Your profile">
      <form onSubmit={handleSubmit} noValidate aria-label="Your profile">
        <Stack gap="md">
          <TextInput
            ref={input}
            label="Full name"
            autoComplete="name"
            value={name}
            maxLength={120}
            error={isMissing ? 'Please enter your name' : refused}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {user.email} · {roleTitle[user.role]}
          </Text>
          {change.isError && !refused && (
            <FailureNotice text={errorText(change.error, 'Your name could not be saved')} />
          )}
          <Group justify="flex-end">
            <Button
              type="submit"
              disabled={change.isPending || name.trim() === user.name || tenant?.suspended === true}
            >
              {change.isPending ? 'Saving...' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
