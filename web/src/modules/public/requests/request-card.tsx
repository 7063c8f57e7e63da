import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { getWhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import { formatRupees } from '@samay/contract/core/money';
import { addMinutes, formatDay, formatInstant, formatTime } from '@samay/contract/core/time';
import { whatsAppLink } from '@samay/contract/core/whatsapp/whatsapp';
import {
  type BookingRequest,
  confirmRequest,
  type RequestState,
  type Settled,
} from '@samay/contract/public/requests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import type { Tone } from '../../../lib/status-tone.ts';
import { ContactLink } from '../../../ui/controls/contact-link.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { DeclineDialog } from './decline-dialog.tsx';

const states: Readonly<Record<RequestState, string>> = {
  pending: 'Waits',
  lapsed: 'Lapsed',
  confirmed: 'Booked',
  declined: 'Declined',
  withdrawn: 'Taken back by the visitor',
};

const tones: Readonly<Record<RequestState, Tone>> = {
  pending: 'attention',
  lapsed: 'quiet',
  confirmed: 'good',
  declined: 'quiet',
  withdrawn: 'quiet',
};

/** Renders a request with its answers: confirm by one press, or decline with a reason. */
export function RequestCard({ request }: { request: BookingRequest }) {
  const {
    personName,
    contact,
    note,
    date,
    time,
    duration,
    service,
    resource,
    price,
    state,
    reason,
    payment,
  } = request;
  const isOpen = state === 'pending' || state === 'lapsed';
  const about = [service.name, resource.name, ...(price === null ? [] : [formatRupees(price)])];
  return (
    <Card
      withBorder
      component="article"
      aria-label={`${personName}, ${formatDay(date)}, ${formatTime(time)}`}
    >
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {personName}
          </Text>
          <Badge tone={tones[state]} text={states[state]} />
        </Group>
        <Text>
          {formatDay(date)}, {formatTime(time)} – {formatTime(addMinutes(time, duration))}
        </Text>
        <Text size="sm" c="dimmed">
          {about.join(' · ')}
        </Text>
        <ContactLink contact={contact} />
        {payment !== null && (
          <Text size="sm">
            {formatRupees(payment.amount)} by UPI, UTR {payment.utr}
            {isOpen && '. Look it up at your bank before you confirm'}
            {state === 'declined' && '. Give it back if you have not'}
          </Text>
        )}
        {payment?.isKnown === true && (
          <Text size="sm" fw={600}>
            This UTR was noted before, for something else. Look closely whether it is another payment.
          </Text>
        )}
        {request.due ? (
          <Text size="sm">Not paid yet: {formatRupees(request.due)}, due before the time</Text>
        ) : null}
        {note !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {note}
          </Text>
        )}
        {reason !== null && (
          <Text size="sm" c="dimmed">
            Reason: {reason}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Asked {formatInstant(request.askedAt)}
          {state === 'pending' && `, kept until ${formatInstant(request.lapsesAt)}`}
        </Text>
        {isOpen ? <Answers request={request} /> : <OpenBooking request={request} />}
      </Stack>
    </Card>
  );
}

function OpenBooking({ request: { appointmentId } }: { request: BookingRequest }) {
  const { openDetails } = useActions();
  if (appointmentId === null) return null;
  return (
    <Group>
      <Button variant="default" onClick={() => openDetails(appointmentId)}>
        Open
      </Button>
    </Group>
  );
}

function Answers({ request }: { request: BookingRequest }) {
  const { id, payment, personName } = request;
  const client = useQueryClient();
  const { tenant } = useSession();
  const [isDeclining, setDeclining] = useState(false);
  const offerToTell = (done: string, { told: { number, text } }: Settled) => {
    const tell =
      number === null ? undefined : () => window.open(whatsAppLink(number, text), '_blank', 'noopener');
    toastDone(done, tell, 'Tell by WhatsApp');
  };
  const confirm = useMutation({
    mutationFn: (isKnownClosed: boolean) =>
      call(confirmRequest, {
        params: { id },
        ...((payment || isKnownClosed) && {
          body: { ...(payment && { utr: payment.utr }), ...(isKnownClosed && { isKnownClosed }) },
        }),
      }),
    onSuccess: async (answer) => {
      void client.invalidateQueries({ queryKey: ['appointments'] });
      void client.invalidateQueries({ queryKey: ['requests'] });
      if (await isToldByItself(answer)) toastDone(`Booked. Samay tells ${personName} by itself.`);
      else offerToTell('Booked', answer);
    },
    // A colleague may have answered.
    onError: () => void client.invalidateQueries({ queryKey: ['requests'] }),
  });
  const { error } = confirm;
  const closed = error instanceof ApiError && error.code === 'request.closed' ? error : undefined;
  // The button that had the focus is no longer there.
  const refusal = useRef<HTMLDivElement>(null);
  const isClosed = closed !== undefined;
  useEffect(() => {
    if (isClosed) refusal.current?.focus();
  }, [isClosed]);
  const press = (words: string) =>
    payment === null ? words : `${words}, ${formatRupees(payment.amount)} received`;
  const disabled = confirm.isPending || tenant?.suspended === true;
  return (
    <>
      {error && (
        <div ref={refusal} tabIndex={-1}>
          <FailureNotice
            text={closed?.fields?.['time'] ?? errorText(error, 'The request could not be confirmed')}
          />
        </div>
      )}
      <Group gap="sm">
        {!closed && (
          <Button
            mih={44}
            loading={confirm.isPending}
            disabled={disabled}
            onClick={() => confirm.mutate(false)}
          >
            {press('Confirm')}
          </Button>
        )}
        <Button mih={44} variant="default" disabled={disabled} onClick={() => setDeclining(true)}>
          Decline…
        </Button>
        {/* Away from the press that was refused, so that a double one does not book. */}
        {closed && (
          <Button mih={44} variant="default" disabled={disabled} onClick={() => confirm.mutate(true)}>
            {press('Book anyway')}
          </Button>
        )}
      </Group>
      {isDeclining && (
        <DeclineDialog
          request={request}
          onClose={() => setDeclining(false)}
          onDeclined={(answer) => {
            setDeclining(false);
            void client.invalidateQueries({ queryKey: ['requests'] });
            offerToTell('Declined', answer);
          }}
        />
      )}
    </>
  );
}

/** Returns whether Samay tells the person of the booking that a request became; no where that is not known. */
async function isToldByItself({ request: { appointmentId }, told }: Settled): Promise<boolean> {
  if (appointmentId === null || told.number === null) return false;
  const offer = await call(getWhatsAppOffer, { params: { id: appointmentId } }).catch(() => undefined);
  return offer?.sent?.some(({ kind }) => kind === 'booked') === true;
}
