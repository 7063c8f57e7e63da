import { Alert, Button, Group, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { NoticePage } from '../../../ui/layout/notice-page.tsx';
import { useCallbackOutcome } from './use-callback-outcome.ts';
import { headings, processing } from './wording.ts';

/** Renders the page that Google redirects to: shows the result and then navigates on. */
export function CallbackScreen({ settings }: { settings: string }) {
  const { kind, outcome } = useCallbackOutcome(settings);
  const navigate = useNavigate();
  const goOn = useCallback(() => {
    if (outcome) void navigate({ href: outcome.to, replace: true });
  }, [outcome, navigate]);

  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(goOn, outcome.delayMs);
    return () => clearTimeout(timer);
  }, [outcome, goOn]);

  return (
    <NoticePage
      title={headings[kind]}
      actions={
        outcome && (
          <Button variant="default" onClick={goOn}>
            {outcome.continueLabel}
          </Button>
        )
      }
    >
      <div role="status">
        {!outcome && (
          <Group gap="sm">
            <Loader size="sm" aria-hidden />
            {processing}
          </Group>
        )}
        {outcome?.isGood && outcome.text}
      </div>
      <div role="alert">{outcome && !outcome.isGood && <Alert color="red">{outcome.text}</Alert>}</div>
    </NoticePage>
  );
}
