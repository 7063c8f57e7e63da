import { Button } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatRupees } from '@samay/contract/core/money';
import { lazy, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../../ui/feedback/part-boundary.tsx';
import classes from './take-money.module.css';

const TakeMoneyDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./take-money-dialog.tsx'))).TakeMoneyDialog,
}));

interface TakeMoneyProps {
  appointment: Appointment;
  /** Called after a payment taken here. */
  onTaken?: () => void;
}

/**
 * Renders the button that takes a booking's payment: the amount due, or ₹ if no price is known. A
 * press opens the payment methods, and a press on one takes it. It has the attention colour if the
 * person has come. Renders nothing if nothing is due, except after a payment taken here, so that
 * the focus has a place.
 */
export function TakeMoney({ appointment, onTaken }: TakeMoneyProps) {
  const { openDetails } = useActions();
  const [isOpen, setOpen] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const { id, due, amount, personName } = appointment;
  const isOffered = isPayable(appointment);
  if (!isOffered && !isTaken) return null;
  const close = () => setOpen(false);
  return (
    <>
      {isOffered ? (
        <Button
          variant="default"
          className={classes.take ?? ''}
          data-due={isOwed(appointment) || undefined}
          aria-label={
            due ? `Take ${formatRupees(due)} from ${personName}` : `Take a payment from ${personName}`
          }
          onClick={() => setOpen(true)}
        >
          {due ? `${formatRupees(due)} due` : '₹'}
        </Button>
      ) : (
        <Button
          variant="subtle"
          className={classes.take ?? ''}
          aria-label={`Payment of ${personName}`}
          onClick={() => openDetails(id)}
        >
          {amount ? `${formatRupees(amount)} paid` : 'No charge'}
        </Button>
      )}
      <PartBoundary onGiveUp={close}>
        {isOpen && (
          <TakeMoneyDialog
            appointment={appointment}
            onTaken={() => (setTaken(true), onTaken?.())}
            onClose={close}
          />
        )}
      </PartBoundary>
    </>
  );
}

/**
 * Returns whether a payment can be taken: an amount is due, or no price is known and nothing was
 * taken yet.
 */
export function isPayable({ status, due, amount, may }: Appointment): boolean {
  if (!may.includes('recordPayment') || (status !== 'scheduled' && status !== 'completed')) return false;
  return due === null ? amount === null : due > 0;
}

/** Returns whether the person owes the amount now: the visit is over, or they have come. */
function isOwed({ status, arrivedAt, due }: Appointment): boolean {
  return due !== null && due > 0 && (status === 'completed' || arrivedAt !== null);
}
