import { Skeleton, Stack, Text } from '@mantine/core';
import type { MailedLink } from '@samay/contract/identity/passwords';
import { useState } from 'react';
import { useMailedLink } from '../../../lib/session/mailed-link.ts';
import { ButtonLink } from '../../../ui/controls/links.tsx';
import { SignedOutPage } from '../../../ui/layout/signed-out-page.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SetPasswordForm } from './set-password-form.tsx';
import { useOpenedLink } from './use-opened-link.ts';
import { newLinkHint, setPasswordWording } from './wording.ts';

/** Renders Set Your Password, opened by a mailed link. */
export function SetPasswordScreen() {
  const link = useMailedLink();
  const [turn, setTurn] = useState(0);
  return (
    <SignedOutPage title="Set Your Password">
      {link ? (
        <WithLink key={`${turn} ${JSON.stringify(link)}`} link={link} onRetry={() => setTurn(turn + 1)} />
      ) : (
        <NewLinkNeeded text={setPasswordWording.noLink} />
      )}
    </SignedOutPage>
  );
}

function WithLink({ link, onRetry }: { link: MailedLink; onRetry: () => void }) {
  const opened = useOpenedLink(link);
  if (opened.status === 'opening') return <Opening />;
  if (opened.status === 'open') return <SetPasswordForm link={link} email={opened.email} />;
  if (opened.mayRetry) return <FailureNotice text={opened.text} onRetry={onRetry} />;
  return <NewLinkNeeded text={opened.text} />;
}

function Opening() {
  return (
    <Stack gap="md" role="status" aria-label="Opening your link">
      <Skeleton height={20} width="70%" />
      <Skeleton height={64} />
      <Skeleton height={44} />
    </Stack>
  );
}

function NewLinkNeeded({ text }: { text: string }) {
  return (
    <>
      <FailureNotice text={text} />
      <Text size="sm" c="dimmed">
        {newLinkHint}
      </Text>
      <ButtonLink to="/login" size="md">
        Go to sign in
      </ButtonLink>
    </>
  );
}
