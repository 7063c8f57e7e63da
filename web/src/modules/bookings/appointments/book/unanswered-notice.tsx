import { useNetwork } from '@mantine/hooks';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { useConnection } from '../../../../lib/live/live.ts';

interface UnansweredNoticeProps {
  text: string;
  busy: boolean;
  onRetry: () => void;
}

/**
 * Renders that a booking got no answer, that it is kept, and whether the server can be reached
 * again. It is sent again when the user says so: a time may have passed in the meantime.
 */
export function UnansweredNotice({ text, busy, onRetry }: UnansweredNoticeProps) {
  const { online } = useNetwork();
  const isAway = useConnection() === 'reconnecting' || !online;
  const where = isAway ? 'Samay cannot be reached.' : 'Samay can be reached.';
  const then = isAway ? '' : ' Press Retry to send it: it is booked once.';
  return (
    <FailureNotice
      text={text}
      hint={`${where} What you typed stays here, also while you look at another page.${then}`}
      busy={busy}
      {...(!isAway && { onRetry })}
    />
  );
}
