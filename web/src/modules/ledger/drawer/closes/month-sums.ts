import type { CloseSums } from '@samay/contract/ledger/closes';
import { formatCount, formatRupees } from '@samay/contract/core/money';

/** Returns the lines of the sums of a month. */
export function monthSums({
  count,
  methods,
  cashIn,
  cashOut,
  expenses,
  handedOver,
  corrected,
  missing,
  tooMuch,
}: CloseSums) {
  const all = methods.reduce((sum, { total }) => sum + total, 0);
  return [
    { name: 'Closes', text: formatCount(count) },
    ...methods.map(({ method, total }) => ({ name: method, text: formatRupees(total) })),
    { name: 'All methods', text: formatRupees(all), isTotal: true },
    { name: 'Cash in', text: formatRupees(cashIn) },
    { name: 'Cash out', text: formatRupees(cashOut) },
    { name: 'Expenses', text: formatRupees(expenses) },
    { name: 'Handed over', text: formatRupees(handedOver) },
    ...(corrected === 0 ? [] : [{ name: 'Cash corrected later', text: formatRupees(corrected) }]),
    { name: 'Missing', text: formatRupees(Math.abs(missing)) },
    { name: 'Too much', text: formatRupees(tooMuch) },
  ];
}
