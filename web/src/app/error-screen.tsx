import { Button, Text } from '@mantine/core';
import { ApiError } from '../lib/api/api.ts';
import { updatedSentence, useChunkRecovery } from '../lib/browser/use-chunk-recovery.ts';
import { FullPageSpinner } from '../ui/feedback/full-page-spinner.tsx';
import { NoticePage } from '../ui/layout/notice-page.tsx';

interface ErrorScreenProps {
  error: unknown;
  /** Tries again without reloading the page, if that is possible. */
  onRetry?: () => void;
}

/**
 * Renders errors that nothing else has caught: status, text, and buttons to go on. If a chunk is
 * missing because Samay was updated, the page reloads automatically: the user has left the previous
 * page already, so that nothing is lost.
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
      <Text role="alert">{toText(error)}</Text>
      {finding === 'updated' && <Text>{updatedSentence}</Text>}
    </NoticePage>
  );
}

function toText(error: unknown): string {
  if (error instanceof ApiError && error.status > 0) return `${error.status} · ${error.message}`;
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.';
}
