import { afterEach, expect, it, vi } from 'vitest';
import { keepNumber, lastNumberOf } from './use-create-appointment.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('is kept ten minutes for the user who booked, until a booking without one [P-7.33]', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:00+05:30') });
  keepNumber('desk', '98450 12345');
  vi.setSystemTime(new Date('2026-11-23T10:09:00+05:30'));
  expect([lastNumberOf('desk'), lastNumberOf('doctor')]).toEqual(['98450 12345', null]);
  vi.setSystemTime(new Date('2026-11-23T10:10:00+05:30'));
  expect(lastNumberOf('desk')).toBeNull();
  keepNumber('desk', '98450 12345');
  keepNumber('desk', null);
  expect(lastNumberOf('desk')).toBeNull();
});
