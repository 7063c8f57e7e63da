import { Button, Stack, Text } from '@mantine/core';
import { formatRupees, Paise, type PaymentMethod } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/parse-rupees';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { AmountInput } from '../../../../ui/form/amount-input.tsx';
import type { Booked } from '../../booked.ts';
import { deskMethods } from './desk-methods.ts';
import { UpiRequest } from './upi-request.tsx';
import classes from './take-money.module.css';
import { useTakePayment } from './use-take-payment.ts';

interface TakeMoneyDialogProps {
  appointment: Booked;
  onTaken?: () => void;
  onClose: () => void;
}

/**
 * Renders the amount due, which can be changed, and the payment methods: a press on one takes the
 * amount. The code for UPI is below, so that nothing moves.
 */
export function TakeMoneyDialog({ appointment, onTaken, onClose }: TakeMoneyDialogProps) {
  const { personName, due, price, amount: before } = appointment;
  const take = useTakePayment();
  const [rupees, setRupees] = useState(due === null ? '' : formatRupees(due));
  const [error, setError] = useState<string | null>(null);
  const [utr, setUtr] = useState('');
  const paise = parseRupees(rupees) ?? 0;

  function handleTake(method: PaymentMethod): void {
    const wrong = errorOf(paise, before);
    setError(wrong);
    if (wrong !== null) return;
    onTaken?.();
    onClose();
    void take(appointment, { paise, method, ...(method === 'UPI' && { paymentId: utr.trim() }) });
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const method = deskMethods.find(({ key }) => key === event.key.toLowerCase())?.method;
    if (!method) return;
    event.preventDefault();
    handleTake(method);
  }

  return (
    <Dialog opened onClose={onClose} title={`Take payment · ${personName}`} size="xs">
      <Stack gap="sm" onKeyDown={handleKey}>
        {price !== null && before !== null && before > 0 && (
          <Text size="sm">
            {formatRupees(before)} of {formatRupees(price)} taken so far
          </Text>
        )}
        <AmountInput
          label="Amount"
          value={rupees}
          error={error}
          onChange={({ currentTarget }) => {
            setRupees(currentTarget.value);
            setError(null);
          }}
        />
        <div role="group" aria-label="Taken by" className={classes.methods}>
          {deskMethods.map(({ method, key }) => (
            <Button
              key={method}
              variant={method === 'UPI' ? 'filled' : 'default'}
              aria-keyshortcuts={key}
              title={`Key ${key.toUpperCase()}`}
              data-autofocus={method === 'UPI' || undefined}
              onClick={() => handleTake(method)}
            >
              {method}
            </Button>
          ))}
        </div>
        <UpiRequest appointment={appointment} paise={paise} utr={utr} onUtr={setUtr} />
      </Stack>
    </Dialog>
  );
}

function errorOf(paise: number, before: number | null): string | null {
  if (paise === 0) return 'Please enter an amount';
  return Paise.safeParse((before ?? 0) + paise).error?.issues[0]?.message ?? null;
}
