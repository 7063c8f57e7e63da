import { Button, Text } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import type { Booked } from '../../booked.ts';
import { focusOnce } from '../../method-buttons.tsx';
import { useAppointmentWording } from '../../wording.ts';
import classes from './take-money.module.css';

interface MoreThanDueProps {
  appointment: Booked;
  /** The amount, which exceeds the amount due. */
  paise: number;
  onBack: () => void;
  onTake: () => void;
}

/**
 * Asks once for confirmation of an amount above the amount due. The focus is on the safe answer.
 */
export function MoreThanDue({ appointment, paise, onBack, onTake }: MoreThanDueProps) {
  const { visit } = useAppointmentWording();
  const { price, due } = appointment;
  const isWhole = price !== null && due === price;
  const about = isWhole
    ? `for a ${visit} of ${formatRupees(price)}`
    : `for a ${visit} with ${formatRupees(due ?? 0)} due`;
  return (
    <div role="alert" className={classes.doubt}>
      <Text size="sm" fw={600}>
        {formatRupees(paise)} {about}?
      </Text>
      <div className={classes.answers}>
        <Button variant="default" ref={focusOnce} onClick={onBack}>
          Back
        </Button>
        <Button onClick={onTake}>Take it</Button>
      </div>
    </div>
  );
}
