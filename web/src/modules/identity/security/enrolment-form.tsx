import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { confirmEnrolment, startEnrolment } from '@samay/contract/identity/second-factor';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { tokens } from '../../../lib/api/access-token.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { CodeForm } from './code-form.tsx';
import { CopyTextButton } from '../../../ui/controls/copy-text-button.tsx';
import classes from './enrolment-form.module.css';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';

const QrCode = lazy(async () => ({
  default: (await loadChunk(() => import('../../../ui/controls/qr-code.tsx'))).QrCode,
}));

/**
 * Enrols the second factor: the secret as a QR code, the first code, then the recovery codes.
 * `onDone` is called after the codes were saved.
 */
export function EnrolmentForm({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  // Requests a new secret each time the form opens; an unconfirmed one belongs to nobody.
  const enrolment = useQuery({
    queryKey: ['enrolment'],
    queryFn: () => call(startEnrolment),
    staleTime: Infinity,
    gcTime: 0,
  });

  if (codes) return <RecoveryCodesCard codes={codes} onDone={onDone} />;
  if (enrolment.isError) {
    const text = errorText(enrolment.error, 'Two-step verification could not be started');
    return <FailureNotice text={text} busy={enrolment.isFetching} onRetry={() => void enrolment.refetch()} />;
  }
  if (!enrolment.data) return <Skeleton height={320} role="group" aria-busy aria-label="Loading" />;
  const { secret, uri } = enrolment.data;

  const confirm = async (code: string) => {
    const { recoveryCodes, token } = await call(confirmEnrolment, { body: { code } });
    tokens.replace(token);
    setCodes(recoveryCodes);
  };
  return (
    <Stack gap="md">
      <Text size="sm">
        1. Scan this with an authenticator app, such as Google Authenticator or Aegis. On this phone, type the
        key into the app instead.
      </Text>
      <div className={classes.secret}>
        <Suspense fallback={<Skeleton width={200} height={200} />}>
          <QrCode text={uri} label="QR code for your authenticator app" />
        </Suspense>
        <div className={classes.key}>
          <Text size="xs" c="dimmed">
            Key
          </Text>
          <Code className={classes.text ?? ''}>{inFours(secret)}</Code>
          <Group gap="sm">
            <CopyTextButton text={secret}>Copy key</CopyTextButton>
          </Group>
        </div>
      </div>
      <Text size="sm">2. Enter the code that it shows now.</Text>
      <CodeForm
        label="Turn on two-step verification"
        onProof={({ code = '' }) => confirm(code)}
        onDone={() => undefined}
      >
        {(busy) => (
          <Button type="submit" disabled={busy}>
            {busy ? 'Checking...' : 'Turn on'}
          </Button>
        )}
      </CodeForm>
    </Stack>
  );
}

function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
