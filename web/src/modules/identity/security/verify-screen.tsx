import { Button, Stack, Text } from '@mantine/core';
import { useAuth, useSession } from '../../../lib/session/session.tsx';
import { NoticePage } from '../../../ui/layout/notice-page.tsx';
import { proveFactor } from './api.ts';
import { CodeForm } from './code-form.tsx';
import { EnrolmentForm } from './enrolment-form.tsx';
import classes from './verify-screen.module.css';
import { twoStep } from './wording.ts';

/** Between the password and everything else: the code of the second factor, or setting one up where the account must have it. */
export function VerifyScreen() {
  const { awaits, user } = useSession();
  const { recheck, signOut } = useAuth();
  // What failed here is asked again: the guard shows this page until the session says otherwise.
  const goOn = () => void recheck();
  // A server that could not be told is the login page's to report.
  const leave = () => void signOut().catch(() => undefined);
  const another = (
    <Button variant="default" onClick={leave}>
      Sign in as somebody else
    </Button>
  );
  return (
    <NoticePage title={twoStep} actions={another}>
      <Stack gap="md" className={classes.column ?? ''}>
        {awaits === 'enrolment' ? (
          <>
            <Text>Your account needs two-step verification before you can continue.</Text>
            <EnrolmentForm onDone={goOn} />
          </>
        ) : (
          <>
            <Text>You are signing in as {user.email}.</Text>
            <CodeForm label={twoStep} takesRecovery onProof={proveFactor} onDone={goOn}>
              {(busy) => (
                <Button type="submit" size="md" disabled={busy}>
                  {busy ? 'Verifying...' : 'Verify'}
                </Button>
              )}
            </CodeForm>
          </>
        )}
      </Stack>
    </NoticePage>
  );
}
