import type { TouchedBooking } from '@samay/contract/bookings/closings';
import { formatRupees } from '@samay/contract/core/money';
import { formatTime } from '@samay/contract/core/time';
import { lazy, memo, Suspense } from 'react';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ContactLink } from '../../../ui/controls/contact-link.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import { timeText } from '../../../lib/days.ts';
import classes from './closings.module.css';
import { type Action, actionsFor, type Choice, type Fate } from './decisions.ts';

const MoveTo = lazy(async () => ({
  default: (await loadChunk(() => import('./move-to.tsx'))).MoveTo,
}));

interface TouchedRowProps {
  touched: TouchedBooking;
  /** The choice, or the action of a choice that nobody made. */
  choice: Choice | Action;
  isOfDays: boolean;
  hasResource: boolean;
  /** Whether its typed move lacks a day or a time. */
  isWrong: boolean;
  /** The fate of the money of all cancelled bookings; undefined if it cannot be chosen singly. */
  fate: Fate | undefined;
  nameOf: (resourceId: string | null) => string;
  onChoice: (booking: string, choice: Choice) => void;
}

/** Renders a booking that a closing touches, with its choice. */
export const TouchedRow = memo(function TouchedRow({
  touched,
  choice,
  isOfDays,
  hasResource,
  isWrong,
  fate,
  nameOf,
  onChoice,
}: TouchedRowProps) {
  const { booking, proposal, proposedPrice } = touched;
  const { id, personName, personContact, date, time, amount, resourceId } = booking;
  const whom = resourceId === null ? (booking.doctor ?? '') : nameOf(resourceId);
  const action = typeof choice === 'string' ? choice : choice.action;
  const texts: Record<Action, string> = {
    move: proposal ? moveText(proposal) : '',
    typed: 'Move…',
    cancel: 'Cancel',
    keep: 'They come anyway',
  };

  /** Names the doctor or court of a proposal if it is another one. */
  function moveText(to: NonNullable<TouchedBooking['proposal']>): string {
    const other = to.resourceId === resourceId ? '' : `, ${nameOf(to.resourceId)}`;
    return `Move to ${timeText(to)}${other}`;
  }

  function choose(next: string): void {
    if (next === 'typed') onChoice(id, { action: 'typed', to: proposal ?? { date, time: '', resourceId } });
    else onChoice(id, { action: next as Exclude<Action, 'typed'> });
  }

  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <span className={classes.time}>{isOfDays ? timeText({ date, time }) : formatTime(time)}</span>
        <span className={classes.name}>{personName}</span>
        <span className={classes.about}>
          {personContact !== null && <ContactLink contact={personContact} />}
          {hasResource && whom !== '' && <span>{whom}</span>}
          {!!amount && <span>{formatRupees(amount)} paid</span>}
          {booking.startedAt !== null && <span>Has begun</span>}
        </span>
      </div>
      <div className={classes.choice}>
        <NativeChoice
          label={`For ${personName}, ${formatTime(time)}`}
          data={actionsFor(touched).map((each) => ({ value: each, label: texts[each] }))}
          value={action}
          onChange={choose}
        />
        {action === 'move' && proposedPrice !== booking.price && (
          <span>{otherPriceText(booking.price, proposedPrice)}</span>
        )}
        {action === 'cancel' && !!amount && fate !== undefined && (
          <MoneyChoice
            booking={booking}
            fate={(typeof choice !== 'string' && choice.action === 'cancel' && choice.money) || fate}
            onFate={(money) => onChoice(id, { action: 'cancel', money })}
          />
        )}
      </div>
      {typeof choice !== 'string' && choice.action === 'typed' && (
        <Suspense>
          <MoveTo
            booking={booking}
            to={choice.to}
            isWrong={isWrong}
            onChange={(to) => onChoice(id, { action: 'typed', to })}
          />
        </Suspense>
      )}
    </li>
  );
});

/** Formats another price than before: `₹1,200 instead of ₹800`. */
function otherPriceText(before: number | null, there: number | null): string {
  const texts = [there, before].map((paise) => (paise === null ? 'no price' : formatRupees(paise)));
  return texts.join(' instead of ');
}

interface MoneyChoiceProps {
  booking: TouchedBooking['booking'];
  fate: Fate;
  onFate: (fate: Fate) => void;
}

/** Asks for the use of the money of one cancelled booking. */
function MoneyChoice({ booking: { personName, amount }, fate, onFate }: MoneyChoiceProps) {
  const mayRefund = useSession().permissions.includes('payments.refund');
  const paid = formatRupees(amount ?? 0);
  return (
    <NativeChoice
      label={`Money of ${personName}`}
      data={[
        { value: 'leave', label: `Keep ${paid} as cancellation fee` },
        { value: 'advance', label: `Keep ${paid} as advance` },
        ...(mayRefund ? [{ value: 'refund', label: `Give ${paid} back` }] : []),
      ]}
      value={fate}
      onChange={(value) => onFate(value as Fate)}
    />
  );
}
