import { Button, Stack, Text } from '@mantine/core';
import { advanceMethod, formatRupees, Paise, type PaymentMethod } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/parse-rupees';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { AmountInput } from '../../../../ui/form/amount-input.tsx';
import type { Booked } from '../../booked.ts';
import { MethodButtons, methodOfKey } from '../../method-buttons.tsx';
import { MoreThanDue } from './more-than-due.tsx';
import { bookingMoney } from './money-api.ts';
import { NoChargeButton } from './no-charge-button.tsx';
import { UpiRequest } from './upi-request.tsx';
import { useTakePayment } from './use-take-payment.ts';

interface TakeMoneyDialogProps {
  appointment: Booked;
  onTaken?: () => void;
  onClose: () => void;
}

/**
 * Renders the amount due, which can be changed, and the payment methods: a press on one takes the
 * amount. An amount above what is due is confirmed first. What loads later is below the methods, so
 * that they do not move.
 */
export function TakeMoneyDialog({ appointment, onTaken, onClose }: TakeMoneyDialogProps) {
  const { id, personName, due, price, amount: before } = appointment;
  const take = useTakePayment();
  const { data: money } = useQuery(bookingMoney(id));
  const [rupees, setRupees] = useState(due === null ? '' : formatRupees(due));
  const [error, setError] = useState<string | null>(null);
  const [utr, setUtr] = useState('');
  const [asked, setAsked] = useState<PaymentMethod | null>(null);
  const [isBack, setBack] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const paise = parseRupees(rupees) ?? 0;
  const fromAdvance = Math.min(paise, due ?? paise, money?.advance ?? 0);

  function send(amount: number, method: PaymentMethod): void {
    onTaken?.();
    onClose();
    void take(appointment, {
      paise: amount,
      method,
      key,
      ...(method === 'UPI' && { reference: utr.trim() }),
    });
  }

  function handleTake(method: PaymentMethod): void {
    const wrong = errorOf(paise, before);
    setError(wrong);
    if (wrong !== null) return;
    if (due !== null && paise > due) setAsked(method);
    else send(paise, method);
  }

  function handleKey(event: KeyboardEvent): void {
    const method = asked === null ? methodOfKey(event) : undefined;
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
            setBack(false);
            setAsked(null);
          }}
        />
        {asked === null ? (
          <MethodButtons isFocused={isBack} onPress={handleTake} />
        ) : (
          <MoreThanDue
            appointment={appointment}
            paise={paise}
            onBack={() => {
              setBack(true);
              setAsked(null);
            }}
            onTake={() => send(paise, asked)}
          />
        )}
        {asked === null && fromAdvance > 0 && (
          <Button variant="default" onClick={() => send(fromAdvance, advanceMethod)}>
            {advanceMethod} {formatRupees(fromAdvance)}
          </Button>
        )}
        {asked === null && money && (
          <NoChargeButton
            appointment={appointment}
            money={money}
            onDone={() => {
              onTaken?.();
              onClose();
            }}
          />
        )}
        <UpiRequest appointment={appointment} paise={paise} utr={utr} onUtr={setUtr} />
      </Stack>
    </Dialog>
  );
}

function errorOf(paise: number, before: number | null): string | null {
  if (paise === 0) return 'Please enter an amount';
  return Paise.safeParse((before ?? 0) + paise).error?.issues[0]?.message ?? null;
}
