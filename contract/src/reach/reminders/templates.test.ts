import { expect, it } from 'vitest';
import { listTemplates } from '../changes/templates.ts';
import {
  composeValues,
  fillTemplate,
  getReminderTemplate,
  lintTemplate,
  listReminderTemplates,
} from './templates.ts';

it('each registered text would be accepted by WhatsApp, and has a name of its own for each text [P-12.67, P-12.167]', () => {
  const all = [...listTemplates('doctor'), ...listTemplates('turf')];
  expect(all).toHaveLength(44);
  expect(all.map((template) => [template.name, template.language, lintTemplate(template)])).toEqual(
    all.map(({ name, language }) => [name, language, []]),
  );
  expect(new Set(all.map(({ name, language }) => `${name} ${language}`)).size).toBe(44);
  for (const { name, order } of all)
    expect(order.toSorted()).toEqual([
      'business',
      'person',
      ...(/_late_/.test(name) ? ['time'] : []),
      'when',
    ]);
});

it.each([
  ['{{1}} is first.', 'The text begins with a variable.'],
  ['Last is {{1}}.', 'The text ends with a variable.'],
  ['See {{1}} {{2}} there.', 'Two variables stand side by side.'],
  ['See {{2}} there.', 'The variables are not numbered from 1.'],
  ['See {name} there.', 'A brace belongs to no variable.'],
  [`See ${'x'.repeat(1024)}`, 'The text has more than 1024 characters.'],
])('a text like "%.20s" is not [P-12.67]', (body, fault) => {
  const rest = { name: 'a', footer: '', coming: 'Yes', open: 'See' };
  expect(lintTemplate({ ...rest, body })).toEqual([fault]);
});

it('a button or last line that is too long is not [P-12.67]', () => {
  const [template] = listReminderTemplates('doctor');
  if (!template) throw new Error('there is no text');
  expect(lintTemplate({ ...template, footer: 'x'.repeat(61), open: 'x'.repeat(26) })).toEqual([
    'The last line has more than 60 characters.',
    'A button has more than 25 characters.',
  ]);
});

it('names several bookings of one day in one line, each with its person where they differ [P-12.68]', () => {
  const booking = { date: '2026-11-24', endTime: '11:00', resource: 'Dr. Rao', link: null } as const;
  const values = composeValues('en', {
    businessType: 'doctor',
    business: 'City\nCare',
    bookings: [
      { ...booking, person: 'Asha', time: '10:30' },
      { ...booking, person: 'Ravi', time: '10:45', resource: null },
    ],
  });
  expect(fillTemplate(getReminderTemplate('en', 'doctor', 'several'), values)).toBe(
    'Hello Asha, Ravi, This is a reminder of your appointments at City Care: ' +
      'Asha · Tuesday, 24 November 2026, 10:30 am · Dr. Rao; Ravi · Tuesday, 24 November 2026, 10:45 am. ' +
      'Please press a button to say that you are coming, or to move or cancel.',
  );
});
