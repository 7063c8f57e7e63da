import { expect, it } from 'vitest';
import { buildAppointment } from '../../../../../test/builders.ts';
import { nextBody, startOn, startsAround, wantedStart } from './next-starts.ts';

const resourceId = '00000000-0000-4000-8000-0000000000d1';
const slot = (text: string) => {
  const [date = '', time = ''] = text.split(' ');
  return { resourceId, date, time };
};

it('is wanted weeks after the visit, or after today where that is later, at the visit’s time', () => {
  expect(wantedStart({ date: '2026-12-20', time: '10:30' }, 2, '2026-11-21')).toEqual({
    date: '2027-01-03',
    time: '10:30',
  });
  expect(wantedStart({ date: '2026-11-01', time: '10:30' }, 1, '2026-11-21')).toEqual({
    date: '2026-11-28',
    time: '10:30',
  });
});

it('is the free start of that day that is nearest to the time, the earlier of two [P-8.36]', () => {
  const slots = ['2026-12-05 09:00', '2026-12-05 11:00', '2026-12-05 12:00', '2026-12-06 10:00'].map(slot);
  expect(startOn(slots, { date: '2026-12-05', time: '10:00' })).toEqual(slots[0]);
  expect(startOn(slots, { date: '2026-12-05', time: '11:25' })).toEqual(slots[1]);
  expect(startOn(slots, { date: '2026-12-04', time: '10:00' })).toBeUndefined();
});

it('is offered on the three nearest days where that day has none', () => {
  const slots = [
    '2026-12-01 10:00',
    '2026-12-03 09:00',
    '2026-12-03 10:15',
    '2026-12-06 18:00',
    '2026-12-08 10:00',
  ].map(slot);
  expect(startsAround(slots, { date: '2026-12-05', time: '10:00' })).toEqual(
    ['2026-12-03 10:15', '2026-12-06 18:00', '2026-12-08 10:00'].map(slot),
  );
  expect(startsAround([], { date: '2026-12-05', time: '10:00' })).toEqual([]);
});

it('asks for the same person, doctor and service, and of another doctor nothing but the time', () => {
  const serviceId = '00000000-0000-4000-8000-0000000000e1';
  const visit = buildAppointment({
    resourceId,
    serviceId,
    personName: 'Meera',
    personEmail: null,
    walkIn: true,
    seriesId: serviceId,
  });
  const at = { date: '2026-12-05', time: '10:00' };
  const person = { personName: 'Meera', personContact: '+91 98450 12345' };
  expect(nextBody(visit, { ...at, resourceId })).toEqual({
    ...person,
    ...at,
    doctor: 'Dr. Kavita Rao',
    resourceId,
    serviceId,
  });
  const other = '00000000-0000-4000-8000-0000000000d2';
  expect(nextBody(visit, { ...at, resourceId: other })).toEqual({
    ...person,
    ...at,
    resourceId: other,
    serviceId,
  });
  const textAlone = buildAppointment({ personName: 'Meera', personEmail: null });
  expect(nextBody(textAlone, at)).toEqual({ ...person, ...at, doctor: 'Dr. Kavita Rao' });
});
