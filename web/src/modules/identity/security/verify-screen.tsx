import { Button, Stack, Text } from '@mantine/core';
import { useAuth, useSession } from '../../../lib/session/session.tsx';
import { NoticePage } from '../../../ui/layout/notice-page.tsx';
import { proveFactor } from './api.ts';
import { CodeForm } from './code-form.tsx';
import { EnrolmentForm } from './enrolment-form.tsx';
import classes from './verify-screen.module.css';
import { twoStep } from './wording.ts';

/**
 * Renders the page between password and application: asks for the code of the second factor, or
 * enrols accounts that must have one.
 */
export function VerifyScreen() {
  const { awaits, user } = useSession();
  const { recheck, signOut } = useAuth();
  // A failed check is repeated: the guard shows this page until the session changes.
  const goOn = () => void recheck();
  // The sign-in page reports a sign-out that did not reach the server.
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
