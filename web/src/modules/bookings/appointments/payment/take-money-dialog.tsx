import { Skeleton, Stack, Text } from '@mantine/core';
import { advanceMethod, formatRupees } from '@samay/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { FocusedSection } from '../../../../ui/layout/focused-section.tsx';
import { AmountInput } from '../../../../ui/form/amount-input.tsx';
import type { Booked } from '../../booked.ts';
import { MethodButtons } from '../../method-buttons.tsx';
import { AdvanceButton } from './advance-button.tsx';
import { MoreThanDue } from './more-than-due.tsx';
import type { MoneyAct } from './money-acts.ts';
import { bookingMoney } from './money-api.ts';
import { MoneyForm } from './money-form.tsx';
import { OtherWays } from './other-ways.tsx';
import { UpiRequest } from './upi-request.tsx';
import classes from './take-money.module.css';
import { useTaking } from './use-taking.ts';

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
 * amount. An amount above the amount due is confirmed first. The person's advance comes before the
 * methods, which wait for it. Content that loads later is below them, so that they do not move.
 */
function TakeMoneyForm({ appointment, onAct, onDone }: TakeMoneyFormProps) {
  const { price, charges, amount: before, due } = appointment;
  const { data: money } = useQuery(bookingMoney(appointment.id));
  const isLate = useIsLate(money === undefined);
  const taking = useTaking(appointment, onDone);
  const { paise, asked, send } = taking;
  const isAwaited = money === undefined && !isLate;
  const fromAdvance = money ? Math.min(paise, due ?? paise, money.advance) : 0;
  const advance = (
    <AdvanceButton
      paise={fromAdvance}
      isFirst={!isLate}
      isFocused={taking.isBack}
      onSpend={(amount) => send(amount, advanceMethod)}
    />
  );
  return (
    <Stack gap="sm" onKeyDown={taking.handleKey}>
      {price !== null && before !== null && before > 0 && (
        <Text size="sm">
          {formatRupees(before)} of {formatRupees(price + charges)} taken so far
        </Text>
      )}
      <AmountInput
        label="Amount"
        value={taking.rupees}
        error={taking.error}
        onChange={({ currentTarget }) => taking.change(currentTarget.value)}
      />
      {asked === null && isAwaited && (
        <Skeleton
          height={48}
          radius="md"
          aria-busy
          data-autofocus
          tabIndex={-1}
          className={classes.awaited}
        />
      )}
      {asked === null && !isAwaited && (
        <>
          {!isLate && advance}
          <MethodButtons
            isFocused={taking.isBack}
            isSecond={!isLate && fromAdvance > 0}
            onPress={taking.handleTake}
          />
          {isLate && advance}
          {money && <OtherWays appointment={appointment} money={money} onAct={onAct} onDone={onDone} />}
        </>
      )}
      {asked !== null && (
        <MoreThanDue
          appointment={appointment}
          paise={paise}
          offers={money?.chargeList ?? []}
          onBack={taking.back}
          onTake={(above) => send(paise, asked, above)}
        />
      )}
      <UpiRequest appointment={appointment} paise={paise} utr={taking.utr} onUtr={taking.setUtr} />
    </Stack>
  );
}

/** The time that the methods wait for the person's advance. */
const waitMs = 1000;

/** Returns whether something has been awaited for so long that the rest no longer waits for it. */
function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setLate(true), waitMs);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return isLate;
}
