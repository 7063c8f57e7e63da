import { uploadPrescription } from '@samay/contract/bookings/prescriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../../../lib/api/api.ts';
import { toastDone } from '../../../../../ui/feedback/toast.tsx';
import type { Booked } from '../../../booked.ts';
import { cacheAppointment, refreshAppointments } from '../../../api.ts';

/** Uploads a booking's prescription. Unmounting aborts the upload. */
export function useUpload(
  appointment: Booked,
  onProgress: (fraction: number) => void,
  onDone: () => void = () => undefined,
) {
  const client = useQueryClient();
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  return useMutation({
    mutationFn: (file: File) => {
      onProgress(0);
      sending.current = new AbortController();
      return call(uploadPrescription, {
        params: { id: appointment.id },
        file,
        onProgress,
        signal: sending.current.signal,
      });
    },
    onSuccess: (changed) => {
      cacheAppointment(client, changed);
      void refreshAppointments(client, changed);
      toastDone('Prescription uploaded');
      onDone();
    },
  });
}
