import { Button, Text } from '@mantine/core';
import { ApiError } from '../lib/api/api.ts';
import { updatedSentence, useChunkRecovery } from '../lib/browser/use-chunk-recovery.ts';
import { FullPageSpinner } from '../ui/feedback/full-page-spinner.tsx';
import { NoticePage } from '../ui/layout/notice-page.tsx';

interface ErrorScreenProps {
  error: unknown;
  /** Another try without loading the page anew, where there is one. */
  onRetry?: () => void;
}

/**
 * The fallback for whatever nothing else has caught (specification 2, "Route guard"): status, text, and a way on. A page whose part is
 * missing because Samay was updated meanwhile is loaded anew by itself: whatever stood here before has been left already.
 */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  const finding = useChunkRecovery(error, true);
  if (finding === 'looking') return <FullPageSpinner />;
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
      {finding === 'updated' && <Text>{updatedSentence}</Text>}
    </NoticePage>
  );
}

function textOf(error: unknown): string {
  if (error instanceof ApiError && error.status > 0) return `${error.status} · ${error.message}`;
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.';
}
