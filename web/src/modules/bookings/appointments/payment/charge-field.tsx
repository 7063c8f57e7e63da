import { Group, Stack, TextInput } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import type { ChargeOffer } from '@samay/contract/ledger/charge-list';
import type { ReactNode } from 'react';
import { Pill } from '../../../../ui/table/pills.tsx';

interface ChargeFieldProps {
  label: string;
  /** The charges of the owner's list, which one press enters; any other name is typed. */
  offers: readonly ChargeOffer[];
  name: string;
  error?: ReactNode;
  onType: (name: string) => void;
  onPick: (offer: ChargeOffer) => void;
}

/** Asks for the name of a charge: a press on one of the owner's list, or typed. */
export function ChargeField({ label, offers, name, error, onType, onPick }: ChargeFieldProps) {
  return (
    <Stack gap={8}>
      <TextInput
        label={label}
        required
        maxLength={80}
        autoComplete="off"
        value={name}
        error={error}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {offers.length > 0 && (
        <Group gap={8} role="group" aria-label="List of charges">
          {offers.map((offer) => (
            <Pill key={offer.id} isAlone isPressed={offer.name === name} onClick={() => onPick(offer)}>
              {offer.name} {formatRupees(offer.amount)}
            </Pill>
          ))}
        </Group>
      )}
    </Stack>
  );
}
