import { expect, it } from 'vitest';
import { rupeesInWords } from './rupees-in-words.ts';

it.each([
  [0, 'Rupees Zero Only'],
  [50, 'Fifty Paise Only'],
  [100, 'Rupees One Only'],
  [500_00, 'Rupees Five Hundred Only'],
  [1_019_05, 'Rupees One Thousand Nineteen and Five Paise Only'],
  [12_34_567_00, 'Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven Only'],
  [1_00_00_000_00, 'Rupees One Crore Only'],
  [90_00_011_99, 'Rupees Ninety Lakh Eleven and Ninety Nine Paise Only'],
])('%i paise are %s [P-9.50]', (paise, words) => {
  expect(rupeesInWords(paise)).toBe(words);
});
