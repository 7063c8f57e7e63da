import { describe, expect, it } from 'vitest';
import { languages } from '../../bookings/whatsapp-messages/message-words.ts';
import { lintChangeText, proposeChangeText, smsChanges } from './change-texts.ts';
import { measureSms } from './parts.ts';
import { composeSmsValues, fillSmsText, lintSmsText, longestValue, proposeSmsText } from './reminder-text.ts';

const link = 'https://samay.example/m?AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const booking = { person: 'Asha Kulkarni', date: '2026-11-23', time: '10:30' };
const compose = (bookings: readonly { person: string; date: string; time: string }[]) =>
  composeSmsValues({ businessType: 'doctor', bookings, link });

describe('the registered text of an SMS', () => {
  it('is proposed in each language for each type of business, without a fault [P-12.102]', () => {
    for (const language of languages)
      for (const businessType of ['doctor', 'turf'] as const) {
        const text = proposeSmsText(language, businessType, 'City {#} Care');
        expect(lintSmsText(text)).toEqual([]);
        expect(text).toContain('City  Care');
      }
  });

  it('is proposed for each change too, with a link but for a cancel, and without a fault [P-12.118]', () => {
    for (const language of languages)
      for (const businessType of ['doctor', 'turf'] as const)
        for (const change of smsChanges) {
          const text = proposeChangeText(change, { language, businessType, business: 'City {#} Care' });
          expect([text, lintChangeText(change, text)]).toEqual([text, []]);
          expect([text, text.includes('{#url#}')]).toEqual([text, change !== 'cancelled']);
        }
  });

  it.each([
    ['Dear {#alphanumeric#}, come. Bye', /needs three variables.*it has 1/],
    ['Dear {#numeric#}, on {#var#}: {#url#} Bye', /first two variables/],
    ['Dear {#var#}, on {#var#}: {#var#} Bye', /third variable must be \{#url#\}/],
    ['{#var#}, come on {#var#}: {#url#} Bye', /begins with a variable/],
    ['Dear {#var#}, come on {#var#}: {#url#}.', /ends with a variable/],
    ['Dear {#var#} {#var#}: {#url#} Bye', /side by side/],
    ['Dear ##person##, {#var#}, {#var#}: {#url#} {Bye}', /brace/],
  ])('%s has a fault in a sentence [P-12.102]', (text, fault) => {
    expect(lintSmsText(text)).toContainEqual(expect.stringMatching(fault));
  });

  it('is filled in the order of its variables [P-12.102]', () => {
    const text = 'Dear {#var#}, come on {#alphanumeric#}. {#url#} Bye';
    expect(fillSmsText(text, compose([booking]))).toBe(
      `Dear Asha Kulkarni, come on 23 Nov 2026 10.30 AM. ${link} Bye`,
    );
  });
});

describe('the values of an SMS', () => {
  it('have no character that operators refuse, and 40 at most [P-12.103]', () => {
    const { person, when } = compose([
      { ...booking, person: 'D’Souza, (Ananya) "Anu" – 2nd Floor Krishnan Iyer', time: '00:05' },
    ]);
    expect(person).toBe('D Souza Ananya Anu 2nd Floor Krishnan');
    expect(when).toBe('23 Nov 2026 12.05 AM');
  });

  it('name the people of several bookings and their times, and say how many more there are [P-12.103]', () => {
    const other = { ...booking, person: 'आशा', time: '18:00' };
    expect(compose([booking, other])).toMatchObject({
      person: 'Asha Kulkarni / आशा',
      when: '23 Nov 2026 10.30 AM / 6.00 PM',
    });
    const many = compose([
      booking,
      other,
      { ...booking, person: 'Krishnamurthy Venkatasubramanian', time: '19:00' },
      { ...booking, time: '20:00' },
    ]);
    expect(many).toMatchObject({ person: 'Patient', when: '23 Nov 2026 10.30 AM and 3 more' });
    for (const value of [many.person, many.when]) expect(value.length).toBeLessThanOrEqual(longestValue);
  });

  it.each(['', '!!!'])('say Patient for the name %j [P-12.103]', (person) => {
    expect(compose([{ ...booking, person }]).person).toBe('Patient');
    expect(composeSmsValues({ businessType: 'turf', bookings: [{ ...booking, person }], link }).person).toBe(
      'Customer',
    );
  });
});

describe('the length of an SMS', () => {
  it.each([
    ['a'.repeat(160), 160, 1, false],
    ['a'.repeat(161), 161, 2, false],
    ['a'.repeat(307), 307, 3, false],
    ['€'.repeat(81), 162, 2, false],
    ['अ'.repeat(70), 70, 1, true],
    ['अ'.repeat(71), 71, 2, true],
    ['अ'.repeat(135), 135, 3, true],
    ['😀', 2, 1, true],
  ])('of %# is counted in characters and parts [P-12.104]', (text, characters, parts, isUnicode) => {
    expect(measureSms(text)).toEqual({ characters, parts, isUnicode });
  });
});
