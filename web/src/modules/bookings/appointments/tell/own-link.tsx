import { Button, Group, Text } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { endOwnLinks, getOwnLink } from '@samay/contract/bookings/own-booking';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../../lib/api/api.ts';
import { CopyButton } from '../../../../ui/controls/copy-button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { useAppointmentWording } from '../../wording.ts';
import classes from './tell.module.css';

/**
 * Renders the link under which the person of a booking sees it: shown when asked for, to copy, and to
 * end.
 */
export function OwnLink({ appointment: { id } }: { appointment: Appointment }) {
  const { person, booking } = useAppointmentWording();
  const [isAsking, setAsking] = useState(false);
  const [link, setLink] = useState<string | null>();
  const show = useMutation({
    mutationFn: () => call(getOwnLink, { params: { id } }),
    onSuccess: (found) => setLink(found.link),
  });
  const end = useMutation({
    mutationFn: () => call(endOwnLinks, { params: { id } }),
    onSuccess: (next) => {
      setLink(next.link);
      setAsking(false);
      toastDone('The link is ended. A new one is shown.');
    },
  });
  if (link === undefined)
    return (
      <div>
        <Button variant="subtle" size="compact-sm" loading={show.isPending} onClick={() => show.mutate()}>
          Link for the {person.toLowerCase()}
        </Button>
        {show.isError && (
          <FailureNotice
            text={errorText(show.error, 'Failed to load the link')}
            onRetry={() => show.mutate()}
          />
        )}
      </div>
    );
  if (link === null) return <Text size="sm">This {booking} has no link.</Text>;
  return (
    <div>
      <Text size="sm" c="dimmed">
        Under this link the {person.toLowerCase()} sees the {booking} without signing in, moves or cancels it.
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" className={classes.link ?? ''}>
          {link}
        </Text>
        <CopyButton text={link} label="Copy link" />
      </Group>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        End this link
      </Button>
      {isAsking && (
        <ConfirmDialog
          opened
          title="End this link?"
          question={`Messages that were sent have it: it opens the ${booking} no more. You get a new one.`}
          yes="End this link"
          no="Keep it"
          busy={end.isPending}
          error={end.isError ? errorText(end.error, 'The link could not be ended') : null}
          onYes={() => end.mutate()}
          onNo={() => setAsking(false)}
        />
      )}
    </div>
  );
}
