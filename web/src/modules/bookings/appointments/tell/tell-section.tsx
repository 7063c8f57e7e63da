import { Text, Title } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { whenSent } from '@samay/contract/bookings/whatsapp-messages/labels';
import { useId } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { useWhatsAppOffer } from './api.ts';
import { mayTell } from './may-tell.ts';
import { OfferedLinks, OpenedLines, SentLines } from './tell-links.tsx';
import classes from './tell.module.css';

/**
 * Renders the messages that may be opened in WhatsApp for a booking, and those that were. Renders
 * nothing if there are none.
 */
export function TellSection({ appointment }: { appointment: Appointment }) {
  const id = useId();
  const mayOpen = mayTell(appointment);
  const { data, error, isFetching, refetch } = useWhatsAppOffer(appointment, mayOpen);
  const whatsAppMessages = data?.whatsAppMessages ?? appointment.whatsAppMessages ?? [];
  const isOffered = data !== undefined && data.kinds.length > 0;
  if (!isOffered && whatsAppMessages.length === 0 && !(mayOpen && error)) return null;
  return (
    <section aria-labelledby={id} className={classes.links}>
      <Title order={3} size="sm" id={id}>
        Tell on WhatsApp
      </Title>
      {isOffered && (
        <>
          <Text size="sm" c="dimmed">
            {whenSent}
          </Text>
          <SentLines sent={data.sent ?? []} />
          <OfferedLinks booked={appointment} offer={data} />
        </>
      )}
      {mayOpen && error && !data && (
        <FailureNotice
          text={errorText(error, 'Failed to load the messages')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <OpenedLines booked={appointment} whatsAppMessages={whatsAppMessages} />
    </section>
  );
}
