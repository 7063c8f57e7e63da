import { Button, Text } from '@mantine/core';
import type { BookingMoney } from '@samay/contract/bookings/money';
import { formatDate } from '@samay/contract/core/time';
import type { Booked } from '../../booked.ts';
import { useAppointmentWording } from '../../wording.ts';
import classes from './take-money.module.css';
import { useNoCharge } from './use-no-charge.ts';

interface NoChargeButtonProps {
  appointment: Booked;
  money: BookingMoney;
  /** Called with the press: the dialog closes. */
  onDone: () => void;
}

/** Waives what is due of a follow-up by one press. Renders nothing for any other booking. */
export function NoChargeButton({ appointment, money: { freeAfter }, onDone }: NoChargeButtonProps) {
  const { visit } = useAppointmentWording();
  const waive = useNoCharge();
  if (freeAfter === null || !appointment.due) return null;
  return (
    <div className={classes.free}>
      <Text size="sm">
        Paid {visit} on {formatDate(freeAfter).replace(/ \d{4}$/, '')}
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
  );
}
