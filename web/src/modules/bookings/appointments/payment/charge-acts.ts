import { addCharge, type BookingMoney, type ChargeRow, removeCharge } from '@samay/contract/bookings/money';
import { formatRupees } from '@samay/contract/core/money';
import type { ChargeOffer } from '@samay/contract/ledger/charge-list';
import { call } from '../../../../lib/api/api.ts';
import type { Booked } from '../../booked.ts';
import type { MoneyAct } from './money-acts.ts';

/** Returns a named charge as it is sent: one of the owner's list has the tax that the list says. */
export function namedCharge(typed: string, offers: readonly ChargeOffer[]): { name: string; offer?: string } {
  const name = typed.trim();
  const offer = offers.find((each) => each.name === name);
  return { name, ...(offer && { offer: offer.id }) };
}

/** Lists the change that adds a charge; none where the booking takes no charges. */
export function chargeActs(
  { id, personName, charges, status, isLocked }: Booked,
  { chargeList }: BookingMoney,
): MoneyAct[] {
  if (isLocked || (status !== 'scheduled' && status !== 'completed')) return [];
  return [
    {
      name: 'Add charge',
      title: `Charge for ${personName}`,
      offers: chargeList,
      amount: { label: 'Amount', initial: 0, most: null },
      send: ({ paise, charge, key }) =>
        call(addCharge, {
          params: { id },
          body: { ...namedCharge(charge, chargeList), amount: paise, chargesBefore: charges },
          idempotencyKey: key,
        }),
      done: ({ paise, charge }) => `${charge.trim()} of ${formatRupees(paise)} charged to ${personName}`,
    },
  ];
}

export function removeChargeAct(
  { id, personName }: Booked,
  { id: charge, name, paise }: ChargeRow,
): MoneyAct {
  const text = `${name} of ${formatRupees(paise)}`;
  return {
    name: 'Remove',
    title: `Remove ${text}`,
    send: ({ key }) => call(removeCharge, { params: { id }, body: { charge }, idempotencyKey: key }),
    done: () => `${text} of ${personName} removed`,
  };
}
