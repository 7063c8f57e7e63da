import { Button, Group, Stack, Text } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { ChunkLoadError } from '../../lib/browser/chunk.ts';
import { updatedSentence, useChunkRecovery } from '../../lib/browser/use-chunk-recovery.ts';
import { Dialog } from '../dialog/dialog.tsx';

interface PartBoundaryProps {
  /** Lazily loaded dialogs, which render nothing until they are loaded. */
  children: ReactNode;
  /** Unmounts the part that could not be loaded. */
  onGiveUp: () => void;
}

/**
 * Catches a chunk that cannot be loaded, so that the page and its typed values survive. A dialog
 * offers to reload.
 */
export class PartBoundary extends Component<PartBoundaryProps, { error: ChunkLoadError | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: ChunkLoadError } {
    if (error instanceof ChunkLoadError) return { error };
    throw error;
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error) return <PartMissing error={error} onClose={this.#giveUp} />;
    return <Suspense>{this.props.children}</Suspense>;
  }

  readonly #giveUp = () => {
    this.props.onGiveUp();
    this.setState({ error: null });
  };
}

function PartMissing({ error, onClose }: { error: ChunkLoadError; onClose: () => void }) {
  const finding = useChunkRecovery(error, false);
  return (
    <Dialog opened onClose={onClose} title="This part could not be loaded" small>
      <Stack>
        <Text size="sm" role="alert">
          {finding === 'updated' ? updatedSentence : error.message}
        </Text>
        <Text size="sm" c="dimmed">
          What is typed here and not saved is lost when you reload.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Not now
          </Button>
          <Button onClick={() => location.reload()}>Reload</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
