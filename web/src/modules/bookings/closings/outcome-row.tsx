import { useInViewport } from '@mantine/hooks';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { ClosingBooking } from '@samay/contract/bookings/closings';
import { beyondPlan } from '@samay/contract/core/alternatives';
import { formatRupees } from '@samay/contract/core/money';
import type { WhatsAppKind } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { memo, type ReactNode, useState } from 'react';
import { ContactLink } from '../../../ui/controls/contact-link.tsx';
import { loweredText } from '../lowered-text.ts';
import { timeText } from '../../../lib/days.ts';
import classes from './closings.module.css';

/** Renders the offer of messages of these kinds to the person of a booking. */
export type Tell = (booking: Appointment, kinds: readonly WhatsAppKind[]) => ReactNode;

interface OutcomeRowProps {
  decided: ClosingBooking;
  tell: Tell;
  nameOf: (resourceId: string | null) => string;
}

/** Renders what became of a booking of a closing, with the ways to tell its person. */
export const OutcomeRow = memo(function OutcomeRow({ decided, tell, nameOf }: OutcomeRowProps) {
  const { booking, from, state } = decided;
  const kind = chooseKind(decided);
  const { ref, isSeen } = useSeen();
  const contact = booking?.personContact ?? null;
  return (
    <li ref={ref} className={classes.row}>
      <div className={classes.who}>
        <span className={classes.time}>{timeText(from)}</span>
        <span className={classes.name}>{booking?.personName ?? beyondPlan}</span>
      </div>
      <span className={classes.outcome} data-state={state}>
        {outcomeText(decided, nameOf)}
      </span>
      {contact !== null && (
        <div className={classes.told}>
          <ContactLink contact={contact} />
          {isSeen && kind && booking && tell(booking, [kind])}
        </div>
      )}
    </li>
  );
});

/** Returns the message that fits what became of a booking; undefined if there is nothing to tell. */
function chooseKind({ action, state }: ClosingBooking): WhatsAppKind | undefined {
  if (state !== 'done' || action === 'keep') return undefined;
  return action === 'move' ? 'moved' : 'closed_day';
}

/** Tells once that an element has come into view, so that a long list asks for what is seen. */
function useSeen() {
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  // A browser that cannot tell shows all.
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in window));
  if (inViewport && !isSeen) setSeen(true);
  return { ref, isSeen };
}

/** Formats what became of a booking, or will. */
function outcomeText(decided: ClosingBooking, nameOf: OutcomeRowProps['nameOf']): string {
  const { action, booking, from, to, state, refusal } = decided;
  const other = to && to.resourceId !== from.resourceId ? `, ${nameOf(to.resourceId)}` : '';
  const place = to ? `${timeText(to)}${other}` : '';
  if (state === 'refused') return `Not ${action === 'move' ? 'moved' : 'cancelled'}: ${refusal ?? ''}`;
  if (state === 'stands') return `Stays ${action === 'move' ? `at ${place}` : 'cancelled'}: ${refusal ?? ''}`;
  if (state === 'undone') return undoneText(decided);
  if (action === 'keep') return 'Comes anyway';
  if (decided.withheld) return 'Not yet cancelled: its money is given back by somebody who may';
  if (state === 'waiting') return action === 'move' ? `Not yet moved to ${place}` : 'Not yet cancelled';
  return action === 'move' ? `Moved to ${place}${booking ? loweredText(booking) : ''}` : 'Cancelled';
}

/** Formats that a booking is as before, or what is missing of the money that had been paid for it. */
function undoneText({ booking, action, money, paidBefore }: ClosingBooking): string {
  const missing = (paidBefore ?? 0) - (booking?.amount ?? 0);
  if (action === 'cancel' && booking && missing > 0) {
    if (money === 'refund') return `Scheduled again; ${formatRupees(missing)} stays given back`;
    if (money === 'advance') return `Scheduled again; ${formatRupees(missing)} of its advance is spent`;
  }
  return 'As it was before';
}
