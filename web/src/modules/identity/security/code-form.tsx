import { Anchor, Stack, TextInput } from '@mantine/core';
import type { FactorProof } from '@samay/contract/identity/second-factor';
import { plainTyped } from '@samay/contract/core/characters';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { noAnswer } from './wording.ts';

interface CodeFormProps {
  label: string;
  /** Whether a recovery code is accepted too. */
  takesRecovery?: boolean;
  onProof: (proof: FactorProof) => Promise<unknown>;
  onDone: () => void;
  /** Renders the form's buttons; receives whether a request is pending. */
  children: (busy: boolean) => ReactNode;
}

/**
 * Renders a form for a code of the authenticator app, or for a recovery code. The typed code is
 * kept until it is accepted.
 */
export function CodeForm({ label, takesRecovery = false, onProof, onDone, children }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const prove = useMutation({
    mutationFn: () => onProof(isRecovery ? { recoveryCode: code.trim() } : { code: toDigits(code) }),
    onSuccess: onDone,
    onError: () => input.current?.select(),
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongIn(code, isRecovery);
    setMissing(wrong);
    if (wrong) input.current?.focus();
    else if (!prove.isPending) prove.mutate();
  };
  const handleSwitch = () => {
    setIsRecovery(!isRecovery);
    setCode('');
    setMissing(undefined);
    prove.reset();
    input.current?.focus();
  };
  const refused =
    prove.error instanceof ApiError
      ? (prove.error.fields?.['code'] ?? prove.error.fields?.['recoveryCode'])
      : undefined;

  return (
    <form onSubmit={handleSubmit} noValidate aria-label={label}>
      <Stack gap="md">
        {prove.isError && !refused && <FailureNotice text={errorText(prove.error, noAnswer)} />}
        <TextInput
          ref={input}
          key={isRecovery ? 'recovery' : 'code'}
          label={isRecovery ? 'Recovery code' : 'Code'}
          description={
            isRecovery
              ? 'One of your ten recovery codes. Each works once.'
              : 'The six digits that your authenticator app shows.'
          }
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          data-autofocus
          autoFocus
          value={code}
          error={missing ?? refused}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {takesRecovery && (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={handleSwitch}>
            {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
          </Anchor>
        )}
        {children(prove.isPending)}
      </Stack>
    </form>
  );
}

function wrongIn(code: string, isRecovery: boolean): string | undefined {
  if (isRecovery) return code.trim() === '' ? 'Please enter a recovery code' : undefined;
  return /^\d{6}$/.test(toDigits(code)) ? undefined : 'Please enter the six digits of your authenticator app';
}

/** Returns the digits without the space that apps show in the middle of a code. */
function toDigits(code: string): string {
  return plainTyped(code).replaceAll(/\s/g, '');
}
