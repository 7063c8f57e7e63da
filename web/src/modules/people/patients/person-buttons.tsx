import { Button } from '@mantine/core';
import type { PatientDetails } from '@samay/contract/people/patients';
import { IconArrowsJoin2, IconPencil } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../ui/feedback/part-boundary.tsx';
import { MergeDialog } from './lazy-merge-dialog.ts';

const CorrectDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./correct-dialog.tsx'))).CorrectDialog,
}));

interface Merging {
  readonly dialog: 'merge';
  readonly other?: { readonly id: string; readonly name: string };
}

/** Corrects the person, or merges another one into them. */
export function PersonButtons({ patient }: { patient: PatientDetails }) {
  const [open, setOpen] = useState<Merging | { readonly dialog: 'correct' } | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setOpen({ dialog: 'correct' })}
      >
        Edit
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowsJoin2 size={16} aria-hidden />}
        onClick={() => setOpen({ dialog: 'merge' })}
      >
        Merge
      </Button>
      <PartBoundary onGiveUp={close}>
        {open?.dialog === 'correct' && (
          <CorrectDialog
            patient={patient}
            onClose={close}
            onMerge={(other) => setOpen({ dialog: 'merge', other })}
          />
        )}
        {open?.dialog === 'merge' && <MergeDialog patient={patient} other={open.other} onClose={close} />}
      </PartBoundary>
    </>
  );
}
