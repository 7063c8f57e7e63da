import { Button, Text } from '@mantine/core';
import { ApiError } from '../lib/api.ts';
import { NoticePage } from '../ui/notice-page.tsx';

interface ErrorScreenProps {
  error: unknown;
  /** Another try without loading the page anew, where there is one. */
  onRetry?: () => void;
}

/** The fallback for whatever nothing else has caught (specification 2, "Route guard"): status, text, and a way on. */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  return (
    <NoticePage
      title="Unexpected Application Error!"
      actions={
        <>
          {onRetry && <Button onClick={onRetry}>Retry</Button>}
          <Button variant={onRetry ? 'default' : 'filled'} onClick={() => location.reload()}>
            Reload
          </Button>
          <Button component="a" href="/" variant="subtle">
            Return to Home
          </Button>
        </>
      }
    >
      <Text role="alert">{textOf(error)}</Text>
    </NoticePage>
  );
}

function textOf(error: unknown): string {
  if (error instanceof ApiError && error.status > 0) return `${error.status} · ${error.message}`;
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.';
}
