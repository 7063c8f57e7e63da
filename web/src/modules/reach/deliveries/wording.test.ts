import { expect, it } from 'vitest';
import { reasonText } from './wording.ts';

it.each([
  ['the mail server answered 550', 'The mail server refused the address or the message.'],
  ['the mail server answered 451', 'The mail server asked to try again later.'],
  ['the mail server did not answer in time', 'The mail server did not answer in time.'],
  ['the receiver answered 500', 'The receiver answered 500.'],
  [null, 'The cause is not known.'],
])('says the reason %s as a sentence, without the code of a mail server [P-8.40]', (reason, text) => {
  expect(reasonText(reason)).toBe(text);
});
