import { expect, it } from 'vitest';
import { getWords } from './hours-in-words.ts';

const on = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes });

it('says hours in the words of onboarding, in the order of the day and of the week [P-6.17]', () => {
  const hours = [
    on(2, '17:00', '21:30'),
    on(2, '09:00', '12:00'),
    on(1, '09:00', '12:00'),
    on(1, '17:00', '21:30'),
  ];
  expect(getWords(hours)).toEqual({
    timeSlots: [
      { start_time: '9 AM', end_time: '12 PM' },
      { start_time: '5 PM', end_time: '9:30 PM' },
    ],
    operatingDays: ['Monday', 'Tuesday'],
  });
});

it('takes the times of most days, of equally many the first, and names every open day', () => {
  const usual = [on(1, '09:00', '18:00'), on(3, '06:00', '00:00'), on(5, '06:00', '00:00')];
  expect(getWords(usual)).toEqual({
    timeSlots: [{ start_time: '6 AM', end_time: '12 AM' }],
    operatingDays: ['Monday', 'Wednesday', 'Friday'],
  });
  expect(getWords([on(7, '10:00', '14:00'), on(6, '09:00', '18:00')]).timeSlots).toEqual([
    { start_time: '9 AM', end_time: '6 PM' },
  ]);
});

it('has no words for a business that is never open', () => {
  expect(getWords([])).toEqual({ timeSlots: [], operatingDays: [] });
});
