import { useNetwork } from '@mantine/hooks';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { useConnection } from '../../../../lib/live/live.ts';

interface UnansweredNoticeProps {
  text: string;
  /** Where the input stays. */
  hint: string;
  busy: boolean;
  onRetry: () => void;
}

/**
 * Renders that a booking got no answer, that it is kept, and whether the server can be reached
 * again. It is sent again when the user says so: a time may have passed in the meantime.
 */
export function UnansweredNotice({ text, hint, busy, onRetry }: UnansweredNoticeProps) {
  const { online } = useNetwork();
  const isAway = useConnection() === 'reconnecting' || !online;
  const where = isAway ? 'Samay cannot be reached.' : 'Samay can be reached.';
  const then = isAway ? '' : ' Press Retry to send it: it is booked once.';
  // The button stays while its press waits for an answer: it has the focus.
  const mayRetry = !isAway || busy;
  return (
    <FailureNotice text={text} hint={`${where} ${hint}${then}`} busy={busy} {...(mayRetry && { onRetry })} />
  );
}
