import { Button, Group, Image, Skeleton, Stack, Text } from '@mantine/core';
import { type Prescription } from '@samay/contract/bookings/appointments';
import { linkPrescription } from '@samay/contract/bookings/prescriptions';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../../../lib/api/api.ts';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../../../ui/feedback/failure-notice.tsx';
import { prescriptionLink } from '../../../api.ts';
import type { Booked } from '../../../booked.ts';
import classes from './prescription-dialog.module.css';
import { fileSize } from './prescription-file.ts';
import { useFile } from './use-file-of.ts';

interface PrescriptionDialogProps {
  appointment: Booked;
  onClose: () => void;
}

const failed = 'Failed to open prescription';

/**
 * Shows a prescription, an image or a PDF. A link expires within a minute, so display and download
 * request one each.
 */
export function PrescriptionDialog({ appointment, onClose }: PrescriptionDialogProps) {
  const [opening, setOpening] = useState(() => crypto.randomUUID());
  const [isBroken, setBroken] = useState(false);
  const link = useQuery(prescriptionLink(appointment.id, opening));
  const { file, isPending, error, retry } = useFile(appointment);
  const download = useMutation({
    mutationFn: () => call(linkPrescription, { params: { id: appointment.id } }),
    onSuccess: ({ downloadUrl }) => save(downloadUrl, file?.fileName ?? ''),
  });

  function handleRetry(): void {
    setBroken(false);
    retry();
    setOpening(crypto.randomUUID());
  }

  const hasFailed = link.isError || error !== null || isBroken;
  return (
    <Dialog opened onClose={onClose} title={`Prescription of ${appointment.personName}`} size="xl">
      <Stack>
        {(link.isPending || isPending) && <Skeleton height={360} radius="md" />}
        {hasFailed && <FailureNotice text={errorText(link.error ?? error, failed)} onRetry={handleRetry} />}
        {link.data && !isPending && !hasFailed && (
          <File url={link.data.url} file={file} onError={() => setBroken(true)} />
        )}
        {download.isError && (
          <FailureNotice text={errorText(download.error, 'Failed to download prescription')} />
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed" className={classes.name} title={file?.fileName}>
            {file && `${file.fileName} · ${fileSize(file.bytes)}`}
          </Text>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function File({ url, file, onError }: { url: string; file: Prescription | null; onError: () => void }) {
  if (file?.mediaType !== 'application/pdf') {
    return (
      <Image src={url} alt={file?.fileName ?? 'Prescription'} fit="contain" mah="70vh" onError={onError} />
    );
  }
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Browsers show no PDF in a sandbox; the file is our own server's, checked by content.
  if (navigator.pdfViewerEnabled) return <iframe src={url} title={file.fileName} className={classes.pdf} />;
  return (
    <Text size="sm">This browser does not show PDF files here. Please download the file to read it.</Text>
  );
}

/**
 * Downloads a file through a link element, so that an error response does not replace the
 * application.
 */
function save(url: string, fileName: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
}
