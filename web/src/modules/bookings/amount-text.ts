/**
 * An amount's share of a sum in whole per cent: `33%`. A small share is never shown as 0%, and a
 * share below the whole never as 100%.
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

/** An amount in paise, short enough for an axis: `₹500`, `₹12k`, `₹1.5L`, `₹2Cr`. */
export function shortRupees(paise: number): string {
  const unit = units.find((candidate) => paise >= candidate.paise);
  if (!unit) return `₹${Math.round(paise / 100)}`;
  return `₹${Math.round((paise / unit.paise) * 10) / 10}${unit.sign}`;
}
