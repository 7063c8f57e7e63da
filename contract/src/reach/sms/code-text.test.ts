import { expect, it } from 'vitest';
import { languages } from '../../bookings/whatsapp-messages/message-words.ts';
import { lintCodeText, proposeCodeText } from './code-text.ts';

it('proposes a text with the code as its one variable, in each language, and says what another lacks [P-12.212]', () => {
  for (const language of languages) {
    const text = proposeCodeText(language, 'City {Care}');
    expect([language, lintCodeText(text), text.match(/\{#\w+#\}/g)]).toEqual([language, [], ['{#numeric#}']]);
  }
  for (const [text, fault] of [
    ['Your code is ready.', 'needs one variable'],
    ['Code {#numeric#} for {#alphanumeric#} now', 'it has 2'],
    ['Code {#url#} now', 'must be {#numeric#}'],
    ['{#numeric#} is your code', 'begins with a variable'],
    ['Your code: {#numeric#}.', 'ends with a variable'],
    ['Your {code} {#numeric#} is here', 'belongs to no variable'],
  ] as const)
    expect([text, lintCodeText(text).join()]).toEqual([text, expect.stringContaining(fault)]);
});
