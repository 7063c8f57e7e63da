import type { DrawerClose } from '@samay/contract/bookings/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { cashSums } from './drawer-card.tsx';
import type { Sum } from './sums.tsx';
import { differenceText } from './wording.ts';

/** Returns what a close says, from the opening cash to what stays in the drawer. */
export function closeSums(close: DrawerClose): readonly Sum[] {
  const { counted, difference, note, handedOver } = close;
  return [
    ...cashSums(close),
    { name: 'Counted', text: formatRupees(counted), isTotal: true },
    { name: 'Difference', text: differenceText(difference) },
    ...(note === null ? [] : [{ name: 'Note', text: note }]),
    { name: 'Handed over', text: formatRupees(handedOver) },
    { name: 'Stays in the drawer', text: formatRupees(counted - handedOver) },
  ];
}
