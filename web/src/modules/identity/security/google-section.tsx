import { Button, Group, Text } from '@mantine/core';
import { type GoogleLink, unlinkGoogle } from '@samay/contract/identity/google-sign-in';
import { requestPasswordRecovery } from '@samay/contract/identity/passwords';
import { formatInstant } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { googleLinkQuery } from './api.ts';

const hint =
  'You can sign in without a password, with the Google account of your email address. ' +
  'It is linked when you first sign in with it.';

/** Shows whether the account signs in with Google, and the button to unlink it. */
export function GoogleSection() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <LoadedSection
      title="Sign in with Google"
      hint={hint}
      query={googleLinkQuery}
      failed="Failed to load whether Google is linked"
    >
      {(link) => (
        <>
          <State link={link} onUnlink={() => setIsAsking(true)} />
          {isAsking && <UnlinkDialog onClose={() => setIsAsking(false)} />}
        </>
      )}
    </LoadedSection>
  );
}

function State({ link: { since, mayUnlink }, onUnlink }: { link: GoogleLink; onUnlink: () => void }) {
  const { tenant } = useSession();
  if (since === null) {
    return (
      <Group>
        <Badge tone="quiet" text="Not linked" />
      </Group>
    );
  }
  return (
    <>
      <Group justify="space-between">
        <Group gap="sm">
          <Badge tone="good" text="Linked" />
          <Text size="sm">Since {formatInstant(since)}.</Text>
        </Group>
        {mayUnlink && (
          <Button variant="default" disabled={tenant?.suspended === true} onClick={onUnlink}>
            Unlink
          </Button>
        )}
      </Group>
      {!mayUnlink && <NoPassword />}
    </>
  );
}

/**
 * Asks for a password if Google is the only way to sign in, by the email that a forgotten one gets.
 */
function NoPassword() {
  const { user } = useSession();
  const ask = useMutation({
    mutationFn: () => call(requestPasswordRecovery, { body: { email: user.email } }),
    onSuccess: () => toastDone('Password reset link sent to your email!'),
  });
  return (
    <>
      {ask.isError && <FailureNotice text={errorText(ask.error, 'Failed to send reset link')} />}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          You have no password yet. Set one, and you can unlink Google.
        </Text>
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          Email me a link to set a password
        </Button>
      </Group>
    </>
  );
}

function UnlinkDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => call(unlinkGoogle),
    onSuccess: () => {
      toastDone('Google is unlinked');
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: googleLinkQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      opened
      title="Unlink Google?"
      question={
        'After that you sign in with your password. If you sign in with Google again, it is ' +
        'linked again.'
      }
      yes="Unlink"
      no="Keep linked"
      busy={unlink.isPending}
      error={unlink.isError ? errorText(unlink.error, 'Google could not be unlinked') : null}
      onYes={() => unlink.mutate()}
      onNo={onClose}
    />
  );
}
