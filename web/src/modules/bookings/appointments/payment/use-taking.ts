import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Above } from '@samay/contract/bookings/above-due';
import { formatRupees, Paise, type PaymentMethod } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { type KeyboardEvent, useState } from 'react';
import type { Booked } from '../../booked.ts';
import { methodOfKey } from '../../method-buttons.tsx';
import { tellAbout } from '../tell/tell.tsx';
import { useTakePayment } from './use-take-payment.ts';

/** Offers the receipt, and what is still due. */
const tellOfMoney = (paid: Appointment) => tellAbout(paid, ['received', 'balance']);

/**
 * Holds the amount that is being taken for a booking, and takes it by a method. An amount above what
 * is due is asked about first. `onDone` is called with the press that takes it.
 */
export function useTaking(appointment: Booked, onDone: () => void) {
  const { due, amount: before } = appointment;
  const take = useTakePayment(tellOfMoney);
  const [rupees, setRupees] = useState(due === null ? '' : formatRupees(due));
  const [error, setError] = useState<string | null>(null);
  const [utr, setUtr] = useState('');
  /** The method whose amount is being confirmed, and whether the answer was *Back*. */
  const [asked, setAsked] = useState<PaymentMethod | null>(null);
  const [isBack, setBack] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const paise = parseRupees(rupees) ?? 0;

  function send(amount: number, method: PaymentMethod, above?: Above): void {
    onDone();
    const reference = method === 'UPI' ? utr.trim() : undefined;
    void take(appointment, { paise: amount, method, key, reference, above });
  }

  function handleTake(method: PaymentMethod): void {
    const wrong = findError(paise, before);
    setError(wrong);
    if (wrong !== null) return;
    if (due !== null && paise > due) ask(method);
    else send(paise, method);
  }

  function handleKey(event: KeyboardEvent): void {
    const method = asked === null ? methodOfKey(event) : undefined;
    if (!method) return;
    event.preventDefault();
    handleTake(method);
  }

  function change(written: string): void {
    setRupees(written);
    setError(null);
    ask(null);
  }

  function ask(method: PaymentMethod | null, isAnswered = false): void {
    setAsked(method);
    setBack(isAnswered);
  }

  const back = () => ask(null, true);
  return { rupees, paise, error, utr, setUtr, asked, isBack, back, change, handleTake, handleKey, send };
}

function findError(paise: number, before: number | null): string | null {
  if (paise === 0) return 'Please enter an amount';
  return Paise.safeParse((before ?? 0) + paise).error?.issues[0]?.message ?? null;
}
