import { Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '../../../../../lib/api/api.ts';
import { loadChunk } from '../../../../../lib/browser/chunk.ts';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../../../ui/feedback/failure-notice.tsx';
import type { Booked } from '../../../booked.ts';
import { acceptedFiles, fileSize, prescriptionFault } from './prescription-file.ts';
import { useFile } from './use-file-of.ts';
import { useUpload } from './use-upload.ts';

const FileDrop = lazy(async () => ({
  default: (await loadChunk(() => import('../../../../../ui/form/file-drop.tsx'))).FileDrop,
}));

interface UploadDialogProps {
  appointment: Booked;
  onClose: () => void;
}

/**
 * Uploads one file, chosen or dropped. The file is checked before the upload, and the progress is
 * shown.
 */
export function UploadDialog({ appointment, onClose }: UploadDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState(0);
  const upload = useUpload(appointment, setProgress, onClose);
  const { file: earlier, isPending, error } = useFile(appointment);
  const fault = file && prescriptionFault(file);

  function handleFile(chosen: File): void {
    setFile(chosen);
    upload.reset();
    if (prescriptionFault(chosen) === null) upload.mutate(chosen);
  }

  return (
    <Dialog opened onClose={onClose} title={`Prescription of ${appointment.personName}`} size="md">
      <Stack>
        {(earlier !== null || isPending || error !== null) && (
          <Text size="sm">The new file replaces {earlier?.fileName ?? 'the earlier one'}.</Text>
        )}
        <Suspense fallback={<Skeleton height={140} radius="md" />}>
          <FileDrop
            label="Choose a file"
            hint="jpg, jpeg, png or pdf, up to 10 MB. You can also drop it here."
            accept={acceptedFiles}
            disabled={upload.isPending}
            onFile={handleFile}
          />
        </Suspense>
        {file && (
          <Text size="sm" c="dimmed">
            {file.name} · {fileSize(file.size)}
          </Text>
        )}
        {upload.isPending && (
          <Progress value={progress * 100} aria-label="Uploading" animated={progress === 1} />
        )}
        {fault !== null && <FailureNotice text={fault} />}
        {upload.isError && file && (
          <FailureNotice
            text={errorText(upload.error, 'Failed to upload prescription file')}
            onRetry={() => upload.mutate(file)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
