import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Divider,
  Group,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { IconBrandGoogleFilled } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { type Credentials, type FieldErrors, wrongIn } from './credentials.ts';
import { usePasswordRecovery } from './use-password-recovery.ts';
import { useSignIn } from './use-sign-in.ts';
import classes from './login-form.module.css';

interface LoginFormProps {
  initial: { email: string; password: string };
  /** The reason for being on this page, shown until there is a newer message. */
  notice?: string;
  /** The failure of an earlier step, such as the sign-in with Google. */
  failure?: string;
  /** The path to go to after signing in. */
  wanted?: string;
}

/**
 * Renders the sign-in form: email and password, or Google. The typed values survive every failure.
 */
export function LoginForm({ initial, notice, failure, wanted }: LoginFormProps) {
  const [values, setValues] = useState<Credentials>({ ...initial, remember: false });
  const [wrong, setWrong] = useState<FieldErrors>({});
  const [message, setMessage] = useState(notice);
  const [failed, setFailed] = useState<string>();
  const { signIn, signInWithGoogle, busy, error } = useSignIn({ failure, wanted });
  const { recover, isBusy: isRecovering } = usePasswordRecovery();
  const form = useRef<HTMLFormElement>(null);

  const set = (change: Partial<Credentials>) => setValues((before) => ({ ...before, ...change }));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const errors = wrongIn(values);
    setWrong(errors);
    setMessage(undefined);
    setFailed(undefined);
    const [first] = Object.keys(errors);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else void signIn(values);
  };
  const handleGoogle = () => {
    setMessage(undefined);
    setFailed(undefined);
    void signInWithGoogle(values.remember);
  };
  const handleForgot = async () => {
    const answer = await recover(values.email);
    if (!answer) return;
    setMessage(answer.isFailure ? undefined : answer.text);
    setFailed(answer.isFailure ? answer.text : undefined);
  };

  return (
    <Stack gap="md">
      <FormMessages error={failed ?? error} notice={message} />
      <form ref={form} noValidate onSubmit={handleSubmit} aria-label="Sign in">
        <Stack gap="md">
          <TextInput
            name="email"
            type="email"
            label="Email"
            autoComplete="username"
            size="md"
            value={values.email}
            error={wrong.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            size="md"
            value={values.password}
            error={wrong.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            onChange={(event) => set({ password: event.currentTarget.value })}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox
              label="Remember me"
              checked={values.remember}
              onChange={(event) => set({ remember: event.currentTarget.checked })}
            />
            <Anchor
              component="button"
              type="button"
              size="sm"
              disabled={isRecovering}
              onClick={() => void handleForgot()}
            >
              Forgot your password?
            </Anchor>
          </Group>
          <Button type="submit" size="md" fullWidth disabled={busy !== undefined}>
            {busy === 'password' ? 'Signing in...' : 'Sign in'}
          </Button>
        </Stack>
      </form>
      <Divider label="or" labelPosition="center" />
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconBrandGoogleFilled size={18} aria-hidden />}
        disabled={busy !== undefined}
        onClick={handleGoogle}
      >
        {busy === 'google' ? 'Going to Google...' : 'Sign in with Google'}
      </Button>
    </Stack>
  );
}

/**
 * Shows one message, the newest. Both live regions exist from the start, so that a screen reader
 * reads each message once.
 */
function FormMessages({ error, notice }: { error: string | undefined; notice: string | undefined }) {
  return (
    <div className={classes.messages}>
      <div role="alert">
        {error && !notice && (
          <Alert color="red" role="note">
            {error}
          </Alert>
        )}
      </div>
      <div role="status">
        {notice && (
          <Alert color="gray" role="note">
            {notice}
          </Alert>
        )}
      </div>
    </div>
  );
}
