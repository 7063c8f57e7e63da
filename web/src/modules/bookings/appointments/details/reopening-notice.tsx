import { Stack } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { reopenAppointmentAt } from '@samay/contract/bookings/transitions';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { timeText } from '../../../../lib/days.ts';
import { alternativesIn } from '../../refusal.ts';
import { TakenNotice } from '../../taken-notice.tsx';
import { useAppointmentWording } from '../../wording.ts';

interface ReopeningNoticeProps {
  appointment: Appointment;
  /** The refusal of the booking's own time. */
  refusal: ApiError;
  onDone: () => void;
}

type Reopening = BodyInput<typeof reopenAppointmentAt>;

/** Schedules a no-show again whose time is taken: at another time, or over the other booking. */
export function ReopeningNotice({ appointment, refusal, onDone }: ReopeningNoticeProps) {
  const client = useQueryClient();
  const { booking } = useAppointmentWording();
  const { id, personName, date, time, resourceId, serviceId, duration } = appointment;
  const occupied = {
    duration,
    ...(serviceId !== null && { serviceId }),
    ...(resourceId !== null && { resourceId }),
  };
  const reopen = useMutation({
    mutationFn: (body: Reopening) => call(reopenAppointmentAt, { params: { id }, body }),
    onSuccess: (reopened) => {
      cacheAppointment(client, reopened);
      toastDone(`${personName} scheduled again for ${timeText(reopened)}`);
      onDone();
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });
  return (
    <Stack gap="sm">
      <TakenNotice
        verb="Schedule for"
        text={refusal.message}
        refused={appointment}
        alternatives={alternativesIn(reopen.error) ?? alternativesIn(refusal) ?? { next: [], elsewhere: [] }}
        busy={reopen.isPending}
        onPick={(slot) => reopen.mutate({ ...occupied, ...slot })}
        onOverbook={(overbookedReason) => reopen.mutate({ ...occupied, date, time, overbookedReason })}
      />
      {reopen.isError && !alternativesIn(reopen.error) && (
        <FailureNotice text={errorText(reopen.error, `Failed to update ${booking}`)} />
      )}
    </Stack>
  );
}
