import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { type Paper, paperNames } from '@samay/contract/invoicing/papers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { shareText } from '../../../ui/feedback/share-text.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';
import { Pills } from '../../../ui/table/pills.tsx';
import { onePaper } from './api.ts';
import classes from './papers.module.css';
import { paperText } from './paper-lines.ts';
import { PaperSheet } from './paper-sheet.tsx';
import { paperSizes, usePaperSize } from './use-paper-size.ts';

/** A paper that is shown, and whether it is printed first. */
export interface ShownPaper {
  readonly id: string;
  readonly isPrinted: boolean;
}

interface PaperDialogProps {
  shown: ShownPaper;
  onClose: () => void;
}

/** Shows a paper, and prints or shares it. */
export function PaperDialog({ shown, onClose }: PaperDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(onePaper(shown.id));
  return (
    <Dialog opened onClose={onClose} title={data ? nameOf(data) : 'Receipt or invoice'} size="lg">
      {data && <ShownSheet paper={data} isPrinted={shown.isPrinted} />}
      {!data && error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the receipt or invoice')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={320} radius="md" role="group" aria-busy aria-label="Loading" />}
    </Dialog>
  );
}

function ShownSheet({ paper, isPrinted }: { paper: Paper; isPrinted: boolean }) {
  const [size, setSize] = usePaperSize();
  const [isPrinting, setPrinting] = useState(isPrinted);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Pills label="Size" options={paperSizes} value={size} onChange={setSize} />
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() =>
              void shareText({
                title: nameOf(paper),
                lines: paperText(paper),
                copied: `${paperNames[paper.kind]} copied`,
                failed: `${paperNames[paper.kind]} could not be shared`,
              })
            }
          >
            Share
          </Button>
          <Button data-autofocus onClick={() => setPrinting(true)}>
            Print
          </Button>
        </Group>
      </Group>
      <div className={classes.sheet}>
        <PaperSheet paper={paper} />
      </div>
      {isPrinting && (
        <PrintSheet title={nameOf(paper)} onDone={() => setPrinting(false)}>
          <div data-paper={size}>
            <PaperSheet paper={paper} />
          </div>
        </PrintSheet>
      )}
    </Stack>
  );
}

function nameOf({ kind, number }: Pick<Paper, 'kind' | 'number'>): string {
  return `${paperNames[kind]} ${number}`;
}
