const units = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

const groups = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/**
 * Writes paise in words, as an invoice has them: `Rupees Twelve Lakh Thirty Four Thousand and Fifty
 * Paise Only`.
 */
export function rupeesInWords(paise: number): string {
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const words = rupees === 0 && rest > 0 ? [] : [`Rupees ${rupees === 0 ? 'Zero' : inWords(rupees)}`];
  if (rest > 0) words.push(`${inWords(rest)} Paise`);
  return `${words.join(' and ')} Only`;
}

function inWords(count: number): string {
  const words: string[] = [];
  let rest = count;
  for (const [size, name] of groups) {
    if (rest >= size) words.push(`${inWords(Math.floor(rest / size))} ${name}`);
    rest %= size;
  }
  if (rest >= 20) words.push(tens[Math.floor(rest / 10)] ?? '', units[rest % 10] ?? '');
  else words.push(units[rest] ?? '');
  return words.filter((word) => word !== '').join(' ');
}
