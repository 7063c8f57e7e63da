import { Button, Group, Stack, Text } from '@mantine/core';
import {
  listOnlineRefunds,
  noteOnlineRefund,
  type OnlineRefund,
  type RefundError,
  type RefundState,
  retryOnlineRefund,
  type UnpaidOnline,
} from '@samay/contract/bookings/online-refunds';
import { formatRupees } from '@samay/contract/core/money';
import { formatDay, formatInstant, formatTime } from '@samay/contract/core/time';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Tone } from '../../../lib/status-tone.ts';
import { OtherWayDialog } from './other-way-dialog.tsx';

const refundsQuery = queryOptions({
  queryKey: ['refunds'],
  queryFn: ({ signal }) => call(listOnlineRefunds, { signal }),
});

const states: Readonly<Record<RefundState, { text: string; tone: Tone }>> = {
  asked: { text: 'Asked for', tone: 'quiet' },
  accepted: { text: 'On its way', tone: 'quiet' },
  done: { text: 'Given back', tone: 'good' },
  failed: { text: 'Failed', tone: 'attention' },
  noted: { text: 'Given back another way', tone: 'good' },
};

/** Says why a refund failed, and what to do. */
const errors: Readonly<Record<RefundError, string>> = {
  keys: 'Razorpay refuses the keys of your account. Save new ones above, then try again.',
  refunded: 'Razorpay has given all of this payment back already. Note it as given back.',
  balance: 'Your balance at Razorpay is too low. Add money there, then try again.',
  no_account: 'No Razorpay account is connected. Connect the one that took the payment, then try again.',
  not_found:
    'Your account at Razorpay does not know it. Look it up at the account that took the payment, and give it back there or another way.',
  refused: 'Razorpay could not give it back to the payer. Try again, or give it back another way.',
  other: 'Razorpay refuses this refund. Look it up there, then try again or give it back another way.',
};

/** Renders what goes back of payments of the public page, for owners: what has failed first, with its answers. */
export function RefundsSection() {
  return (
    <LoadedSection
      title="Refunds of the page"
      hint="Money that visitors paid online and that goes back to them. It counts as given back once it has arrived."
      query={refundsQuery}
      failed="Failed to load the refunds"
    >
      {({ items, unpaid }) =>
        items.length === 0 && unpaid.length === 0 ? (
          <Text size="sm">Nothing goes back at the moment.</Text>
        ) : (
          <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {unpaid.map((payment) => (
              <li key={payment.paymentId}>
                <Unpaid payment={payment} />
              </li>
            ))}
            {items.map((refund) => (
              <li key={refund.id}>
                <Refund refund={refund} />
              </li>
            ))}
          </Stack>
        )
      }
    </LoadedSection>
  );
}

/** Renders a booking whose payment was not taken. */
function Unpaid({ payment: { paise, booking, paymentId, wasCancelled } }: { payment: UnpaidOnline }) {
  const { openDetails } = useActions();
  return (
    <Stack gap={6} role="group" aria-label={`${formatRupees(paise)}, ${booking.personName}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {formatRupees(paise)} · {booking.personName}
        </Text>
        <Badge tone="attention" text="Not taken" />
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {formatDay(booking.date)}, {formatTime(booking.time)} · {paymentId}
      </Text>
      <Text size="sm">
        {wasCancelled
          ? 'The time was cancelled before this payment was taken, so the money goes back by itself. The cancel was taken back: the time is booked and unpaid.'
          : 'Razorpay did not let this payment be taken and gives it back. The time is booked and unpaid.'}
      </Text>
      <Group gap="sm">
        <Button mih={44} variant="default" onClick={() => openDetails(booking.id)}>
          Open
        </Button>
      </Group>
    </Stack>
  );
}

function Refund({ refund }: { refund: OnlineRefund }) {
  const { paise, state, error, isTwice, booking, askedAt, paymentId } = refund;
  const { openDetails } = useActions();
  const name = booking?.personName ?? 'A payment for a time that was lost';
  return (
    <Stack gap={6} role="group" aria-label={`${formatRupees(paise)}, ${name}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {formatRupees(paise)} · {name}
        </Text>
        <Badge
          tone={isTwice ? 'attention' : states[state].tone}
          text={isTwice ? 'Given back twice' : states[state].text}
        />
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {booking && `${formatDay(booking.date)}, ${formatTime(booking.time)} · `}
        Asked {formatInstant(askedAt)} · {paymentId}
      </Text>
      {error !== null && <Text size="sm">{errors[error]}</Text>}
      {isTwice && (
        <Text size="sm">
          It went back twice: Razorpay gave it back too. Ask the payer for {formatRupees(paise)}.
        </Text>
      )}
      <Group gap="sm">
        {state === 'failed' && <Answers refund={refund} />}
        {booking && (
          <Button mih={44} variant="default" onClick={() => openDetails(booking.id)}>
            Open
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Answers({ refund }: { refund: OnlineRefund }) {
  const { id, paise } = refund;
  const client = useQueryClient();
  const { tenant } = useSession();
  const [isNoting, setNoting] = useState(false);
  const refresh = () => {
    void client.invalidateQueries({ queryKey: refundsQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['requests', 'count'] });
  };
  const retry = useMutation({
    mutationFn: () => call(retryOnlineRefund, { params: { id } }),
    onSuccess: () => toastDone(`${formatRupees(paise)} asked for again`),
    onSettled: refresh,
  });
  const disabled = retry.isPending || tenant?.suspended === true;
  return (
    <>
      {retry.isError && <FailureNotice text={errorText(retry.error, 'It could not be tried again')} />}
      <Button mih={44} loading={retry.isPending} disabled={disabled} onClick={() => retry.mutate()}>
        Try again
      </Button>
      <Button mih={44} variant="default" disabled={disabled} onClick={() => setNoting(true)}>
        Given back another way…
      </Button>
      {isNoting && (
        <OtherWayDialog
          refund={refund}
          note={({ method, belowZero }) =>
            call(noteOnlineRefund, { params: { id }, body: { method, ...(belowZero && { belowZero }) } })
          }
          onClose={() => setNoting(false)}
          onNoted={() => {
            setNoting(false);
            refresh();
            toastDone(`${formatRupees(paise)} noted as given back`);
          }}
        />
      )}
    </>
  );
}
