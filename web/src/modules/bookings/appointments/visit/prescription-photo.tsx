import { Button, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { IconCamera, IconFileText, IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { acceptedFiles, prescriptionFault } from '../actions/prescription/prescription-file.ts';
import { useUpload } from '../actions/prescription/use-upload.ts';
import classes from './visit.module.css';

/**
 * Renders the visit's prescription: one press opens the camera, the next takes the picture, which
 * is sent immediately. A device without a camera opens a file chooser.
 */
export function PrescriptionPhoto({
  appointment,
  actions,
}: {
  appointment: Appointment;
  actions: AppointmentActions;
}) {
  const { prescription, may } = appointment;
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState(0);
  const upload = useUpload(appointment, setProgress);
  const fault = file && prescriptionFault(file);
  const id = useId();

  function handleFile(chosen: File): void {
    setFile(chosen);
    upload.reset();
    if (prescriptionFault(chosen) === null) upload.mutate(chosen);
  }

  return (
    <section aria-labelledby={id}>
      <h3 className={classes.heading} id={id}>
        Prescription
      </h3>
      <div className={classes.buttons}>
        {prescription && may.includes('viewPrescription') && (
          <Button
            variant="default"
            leftSection={<IconFileText size={16} aria-hidden />}
            title={prescription.fileName}
            onClick={() => actions.viewPrescription(appointment)}
          >
            View prescription
          </Button>
        )}
        {may.includes('uploadPrescription') && (
          <Choosers isThere={prescription !== null} busy={upload.isPending} onFile={handleFile} />
        )}
      </div>
      {!prescription && !may.includes('uploadPrescription') && <p className={classes.first}>Not uploaded</p>}
      {upload.isPending && (
        <Progress mt={8} value={progress * 100} aria-label="Uploading" animated={progress === 1} />
      )}
      {fault && <FailureNotice text={fault} />}
      {upload.isError && file && (
        <FailureNotice
          text={errorText(upload.error, 'Failed to upload prescription file')}
          onRetry={() => upload.mutate(file)}
        />
      )}
    </section>
  );
}

interface ChoosersProps {
  /** Whether a prescription exists, which the new file replaces. */
  isThere: boolean;
  busy: boolean;
  onFile: (file: File) => void;
}

function Choosers({ isThere, busy, onFile }: ChoosersProps) {
  const hasCamera =
    useMediaQuery('(pointer: coarse), (max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false;
  const [camera, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const handle = (input: HTMLInputElement) => {
    const [chosen] = input.files ?? [];
    // Allows choosing one file twice, after a failure.
    input.value = '';
    if (chosen) onFile(chosen);
  };
  const hidden = {
    type: 'file',
    hidden: true,
    tabIndex: -1,
    'aria-hidden': true,
    onChange: onChange(handle),
  } as const;
  return (
    <>
      {hasCamera && (
        <Button
          leftSection={<IconCamera size={16} aria-hidden />}
          disabled={busy}
          onClick={() => camera.current?.click()}
        >
          {isThere ? 'Photograph again' : 'Photograph'}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        disabled={busy}
        onClick={() => folder.current?.click()}
      >
        {isThere ? 'Replace' : hasCamera ? 'Choose a file' : 'Upload prescription'}
      </Button>
      <input ref={camera} accept="image/jpeg,image/png" capture="environment" {...hidden} />
      <input ref={folder} accept={acceptedFiles} {...hidden} />
    </>
  );
}

function onChange(handle: (input: HTMLInputElement) => void) {
  return (event: { currentTarget: HTMLInputElement }) => handle(event.currentTarget);
}
