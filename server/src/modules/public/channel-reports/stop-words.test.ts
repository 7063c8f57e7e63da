import { expect, it } from 'vitest';
import { isStop } from './stop-words.ts';

it.each(['Stop 🙏', '🛑️ STOP 🛑', 'band karo', 'Bandh karo!!', 'opt-out', 'बंद करो 🙏🏽', 'ఆపండి.'])(
  '%s ends the notices [P-12.90]',
  (text) => {
    expect(isStop(text)).toBe(true);
  },
);

it.each(['🙏', '', 'Please do not stop', 'band'])('%s ends nothing [P-12.90]', (text) => {
  expect(isStop(text)).toBe(false);
});
