import { Button, Text } from '@mantine/core';
import type { BookingMoney } from '@samay/contract/bookings/money';
import { formatDate } from '@samay/contract/core/time';
import type { Booked } from '../../booked.ts';
import { useAppointmentWording } from '../../wording.ts';
import { discountActs, type MoneyAct } from './money-acts.ts';
import classes from './take-money.module.css';
import { useNoCharge } from './use-no-charge.ts';

interface OtherWaysProps {
  appointment: Booked;
  money: BookingMoney;
  /** Opens the form of a discount. */
  onAct: (act: MoneyAct) => void;
  /** Called with the press that waives a follow-up: the dialog closes. */
  onDone: () => void;
}

/** Renders the ways to settle a booking without money: no charge, or a discount. */
export function OtherWays({ appointment, money, onAct, onDone }: OtherWaysProps) {
  const { visit } = useAppointmentWording();
  const waive = useNoCharge();
  const { due } = appointment;
  const act = due ? discountActs(appointment, money).at(-1) : undefined;
  return (
    <>
      {due && money.freeAfter !== null ? (
        <div className={classes.free}>
          <Text size="sm">
            Paid {visit} on {formatDate(money.freeAfter).replace(/ \d{4}$/, '')}
          </Text>
          <Button
            variant="default"
            onClick={() => {
              onDone();
              void waive(appointment);
            }}
          >
            No charge
          </Button>
        </div>
      ) : (
        act && (
          <Button variant="subtle" onClick={() => onAct(act)}>
            {act.name === 'Discount' ? act.name : 'No charge or discount'}
          </Button>
        )
      )}
    </>
  );
}
