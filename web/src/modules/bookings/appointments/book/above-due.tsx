import type { Above } from '@samay/contract/bookings/above-due';
import { getChargeList } from '@samay/contract/ledger/charge-list';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';
import { MoreThanDue } from '../payment/more-than-due.tsx';

interface AboveDueProps {
  /** The price of the booking to make; null where it is not known here. */
  price: number | null;
  paise: number;
  onBack: () => void;
  onTake: (above: Above) => void;
}

/** Asks what the part of a payment is for that is above the price of a booking to make. */
export function AboveDue({ price, paise, onBack, onTake }: AboveDueProps) {
  const { data } = useQuery({
    queryKey: ['charge-list'],
    queryFn: ({ signal }) => call(getChargeList, { signal }),
  });
  return (
    <MoreThanDue
      appointment={{ price, due: price }}
      paise={paise}
      offers={data?.offers ?? []}
      onBack={onBack}
      onTake={onTake}
    />
  );
}
