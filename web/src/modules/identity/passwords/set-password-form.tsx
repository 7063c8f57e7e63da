import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type MailedLink, shortestPassword } from '@samay/contract/identity/passwords';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { useAuth } from '../../../lib/session/session.tsx';
import { signInPrefill } from '../../../lib/session/sign-in-email.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { replacePassword } from './api.ts';
import { setPasswordWording } from './wording.ts';

interface SetPasswordFormProps {
  link: MailedLink;
  email: string;
}

/**
 * Renders the form for a new password. Setting it also signs this browser out, whichever account
 * was signed in.
 */
export function SetPasswordForm({ link, email }: SetPasswordFormProps) {
  const { state, signOut } = useAuth();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [progress, setProgress] = useState<'idle' | 'busy' | 'done'>('idle');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (progress !== 'idle') return;
    const problem = wrongWith(password);
    setWrong(problem);
    if (problem) return field.current?.focus();
    setError(undefined);
    setProgress('busy');
    try {
      await replacePassword(link, password);
      // The server has ended this person's sessions. A failed sign-out of another account changes
      // nothing here.
      if (state.status !== 'unauthenticated') await signOut().catch(() => undefined);
      signInPrefill.email = email;
      setProgress('done');
    } catch (failure) {
      setError(errorText(failure, setPasswordWording.notSet));
      setProgress('idle');
    }
  };

  return (
    <>
      <Text size="sm" c="dimmed">
        For <b>{email}</b>
      </Text>
      {error !== undefined && <FailureNotice text={error} />}
      <form noValidate onSubmit={(event) => void handleSubmit(event)} aria-label="Set Your Password">
        <Stack gap="md">
          {/* Password managers store the new password under this address. */}
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            ref={field}
            name="password"
            label="New Password"
            description={`At least ${shortestPassword} characters`}
            autoComplete="new-password"
            size="md"
            required
            withAsterisk={false}
            value={password}
            error={wrong}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth disabled={progress !== 'idle'}>
            {progress === 'busy' ? 'Setting password...' : 'Set Password'}
          </Button>
        </Stack>
      </form>
      <PasswordSetDialog opened={progress === 'done'} />
    </>
  );
}

function wrongWith(password: string): string | undefined {
  if (password === '') return 'Please enter a new password';
  return password.length < shortestPassword
    ? `Please use at least ${shortestPassword} characters`
    : undefined;
}

/** Confirms that a password was set. Closing it leads to the sign-in page. */
function PasswordSetDialog({ opened }: { opened: boolean }) {
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/login', replace: true });
  return (
    <Dialog opened={opened} onClose={leave} title="Set Your Password" small>
      <Stack>
        <Text size="sm" role="alert">
          {setPasswordWording.done}
        </Text>
        <Group justify="flex-end">
          <Button onClick={leave} data-autofocus>
            OK
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
