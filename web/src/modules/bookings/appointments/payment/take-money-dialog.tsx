import { Stack, Text } from '@mantine/core';
import { advanceMethod, formatRupees, Paise, type PaymentMethod } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/parse-rupees';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { FocusedSection } from '../../../../ui/layout/focused-section.tsx';
import { AmountInput } from '../../../../ui/form/amount-input.tsx';
import type { Booked } from '../../booked.ts';
import { MethodButtons, methodOfKey } from '../../method-buttons.tsx';
import { MoreThanDue } from './more-than-due.tsx';
import type { MoneyAct } from './money-acts.ts';
import { bookingMoney } from './money-api.ts';
import { MoneyForm } from './money-form.tsx';
import { OtherWays } from './other-ways.tsx';
import { UpiRequest } from './upi-request.tsx';
import { useTakePayment } from './use-take-payment.ts';

interface TakeMoneyDialogProps {
  appointment: Booked;
  onTaken?: () => void;
  onClose: () => void;
}

/** Takes a payment of a booking, or waives its price, in a dialog. */
export function TakeMoneyDialog({ appointment, onTaken, onClose }: TakeMoneyDialogProps) {
  const [act, setAct] = useState<MoneyAct | null>(null);
  return (
    <Dialog opened onClose={onClose} title={`Take payment · ${appointment.personName}`} size="xs">
      {act ? (
        <FocusedSection>
          <MoneyForm appointment={appointment} act={act} onDone={onClose} onCancel={() => setAct(null)} />
        </FocusedSection>
      ) : (
        <TakeMoneyForm
          appointment={appointment}
          onAct={setAct}
          onDone={() => {
            onTaken?.();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

interface TakeMoneyFormProps {
  appointment: Booked;
  /** Opens the form of a discount. */
  onAct: (act: MoneyAct) => void;
  /** Called with the press that takes the payment, or waives it. */
  onDone: () => void;
}

/**
 * Renders the amount due, which can be changed, and the payment methods: a press on one takes the
 * amount. An amount above the amount due is confirmed first. Content that loads later is below the
 * methods, so that they do not move.
 */
function TakeMoneyForm({ appointment, onAct, onDone }: TakeMoneyFormProps) {
  const { id, due, price, amount: before } = appointment;
  const take = useTakePayment();
  const { data: money } = useQuery(bookingMoney(id));
  const [rupees, setRupees] = useState(due === null ? '' : formatRupees(due));
  const [error, setError] = useState<string | null>(null);
  const [utr, setUtr] = useState('');
  /** The method whose amount is being confirmed, and whether the answer was *Back*. */
  const [asked, setAsked] = useState<PaymentMethod | null>(null);
  const [isBack, setBack] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const paise = parseRupees(rupees) ?? 0;

  function send(amount: number, method: PaymentMethod): void {
    onDone();
    const reference = method === 'UPI' ? utr.trim() : undefined;
    void take(appointment, { paise: amount, method, key, reference });
  }

  function handleTake(method: PaymentMethod): void {
    const wrong = errorOf(paise, before);
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

  function ask(method: PaymentMethod | null, isAnswered = false): void {
    setAsked(method);
    setBack(isAnswered);
  }

  return (
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
          ask(null);
        }}
      />
      {asked === null ? (
        <>
          <MethodButtons isFocused={isBack} onPress={handleTake} />
          {money && (
            <OtherWays
              appointment={appointment}
              money={money}
              paise={paise}
              onSpend={(amount) => send(amount, advanceMethod)}
              onAct={onAct}
              onDone={onDone}
            />
          )}
        </>
      ) : (
        <MoreThanDue
          appointment={appointment}
          paise={paise}
          onBack={() => ask(null, true)}
          onTake={() => send(paise, asked)}
        />
      )}
      <UpiRequest appointment={appointment} paise={paise} utr={utr} onUtr={setUtr} />
    </Stack>
  );
}

function errorOf(paise: number, before: number | null): string | null {
  if (paise === 0) return 'Please enter an amount';
  return Paise.safeParse((before ?? 0) + paise).error?.issues[0]?.message ?? null;
}
