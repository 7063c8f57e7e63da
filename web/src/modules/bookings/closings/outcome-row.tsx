import type { ClosingBooking } from '@samay/contract/bookings/closings';
import { beyondPlan } from '@samay/contract/core/alternatives';
import { memo } from 'react';
import { ContactLink } from '../../../ui/controls/contact-link.tsx';
import { timeText } from '../days.ts';
import classes from './closings.module.css';
import { TellLink } from './tell-link.tsx';

interface OutcomeRowProps {
  decided: ClosingBooking;
  /** The message to the person; undefined if there is nothing to tell. */
  text: string | undefined;
  nameOf: (resourceId: string | null) => string;
}

/** Renders what became of a booking of a closing, with the ways to tell its person. */
export const OutcomeRow = memo(function OutcomeRow({ decided, text, nameOf }: OutcomeRowProps) {
  const { booking, from, state } = decided;
  const contact = booking?.personContact ?? null;
  return (
    <li className={classes.row}>
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
          {text !== undefined && booking && (
            <TellLink personName={booking.personName} contact={contact} text={text} />
          )}
        </div>
      )}
    </li>
  );
});

/** Formats what became of a booking, or will. */
function outcomeText(
  { action, from, to, state, refusal }: ClosingBooking,
  nameOf: OutcomeRowProps['nameOf'],
): string {
  const other = to && to.resourceId !== from.resourceId ? `, ${nameOf(to.resourceId)}` : '';
  const place = to ? `${timeText(to)}${other}` : '';
  if (state === 'refused') return `Not ${action === 'move' ? 'moved' : 'cancelled'}: ${refusal ?? ''}`;
  if (state === 'stands') return `Stays ${action === 'move' ? `at ${place}` : 'cancelled'}: ${refusal ?? ''}`;
  if (state === 'undone') return 'As it was before';
  if (action === 'keep') return 'Comes anyway';
  if (state === 'waiting') return action === 'move' ? `Not yet moved to ${place}` : 'Not yet cancelled';
  return action === 'move' ? `Moved to ${place}` : 'Cancelled';
}
