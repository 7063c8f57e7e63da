import { Button, Text } from '@mantine/core';
import type { Above } from '@samay/contract/bookings/above-due';
import { formatRupees } from '@samay/contract/core/money';
import type { ChargeOffer } from '@samay/contract/ledger/charge-list';
import { useState } from 'react';
import type { Booked } from '../../booked.ts';
import { focusOnce } from '../../method-buttons.tsx';
import { useAppointmentWording } from '../../wording.ts';
import { namedCharge } from './charge-acts.ts';
import { ChargeField } from './charge-field.tsx';
import classes from './take-money.module.css';

interface MoreThanDueProps {
  /** `due` is null where a price depends on the court that the server chooses. */
  appointment: Pick<Booked, 'price' | 'due'>;
  /** The amount, which exceeds the amount due. */
  paise: number;
  /** The charges of the owner's list. */
  offers: readonly ChargeOffer[];
  onBack: () => void;
  onTake: (above: Above) => void;
}

/**
 * Asks what the part of an amount is for that is above the amount due: a charge, or an advance. The
 * focus is on the safe answer.
 */
export function MoreThanDue({ appointment, paise, offers, onBack, onTake }: MoreThanDueProps) {
  const { visit } = useAppointmentWording();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { price, due } = appointment;
  const amount = formatRupees(paise);
  const isWhole = price !== null && due === price;
  const about = isWhole
    ? `${amount} for a ${visit} of ${formatRupees(price)}?`
    : `${amount} for a ${visit} with ${formatRupees(due ?? 0)} due?`;
  const rest = due === null ? 'is the rest' : `are the other ${formatRupees(paise - due)}`;

  function handleCharge(): void {
    const charge = namedCharge(name, offers);
    if (charge.name === '') setError('Please enter a name');
    else onTake({ as: 'charge', ...charge });
  }

  return (
    <div role="alert" className={classes.doubt}>
      <Text size="sm" fw={600}>
        {due === null ? `${amount} is more than the ${visit} costs.` : about}
      </Text>
      <ChargeField
        label={`What ${rest} for`}
        offers={offers}
        name={name}
        error={error}
        onType={(typed) => (setName(typed), setError(null))}
        onPick={(offer) => (setName(offer.name), setError(null))}
      />
      <div className={classes.answers}>
        <Button onClick={handleCharge}>Add as charge</Button>
        <Button variant="default" onClick={() => onTake({ as: 'advance' })}>
          Keep as advance
        </Button>
        <Button variant="default" ref={focusOnce} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
