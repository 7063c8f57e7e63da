import { lazy } from 'react';
import { loadChunk } from '../../../lib/browser/chunk.ts';

/** The dialog, loaded when it is first opened. */
export const MergeDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./merge-dialog.tsx'))).MergeDialog,
}));
