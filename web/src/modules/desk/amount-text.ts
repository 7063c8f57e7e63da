/**
 * Returns an amount's share of a sum in whole per cent: `33%`. Never 0% for a share above zero, and
 * never 100% for one below the whole.
 */
export function shareText(amount: number, sum: number): string {
  if (amount === 0 || sum === 0) return '0%';
  const percent = (amount / sum) * 100;
  if (percent < 1) return 'under 1%';
  return percent > 99 && percent < 100 ? 'over 99%' : `${Math.round(percent)}%`;
}

const units = [
  { paise: 1_000_000_000, sign: 'Cr' },
  { paise: 10_000_000, sign: 'L' },
  { paise: 100_000, sign: 'k' },
];

/** Formats an amount in paise for an axis: `₹500`, `₹12k`, `₹1.5L`, `₹2Cr`. */
export function shortRupees(paise: number): string {
  const unit = units.find((candidate) => paise >= candidate.paise);
  if (!unit) return `₹${Math.round(paise / 100)}`;
  return `₹${Math.round((paise / unit.paise) * 10) / 10}${unit.sign}`;
}
