import { describe, expect, it } from 'vitest';
import { buildResource, buildService } from '../../../../../../test/builders.ts';
import { makeOccupation, timeChoices, type TimeValues } from './time-choices.ts';

const [rao, iyer, half] = ['d1', 'd2', 'c2'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const doctors = [buildResource(rao, 'Dr. Kavita Rao'), buildResource(iyer, 'Ananya Iyer')];
const untouched: TimeValues = {
  date: '2026-11-21',
  time: '14:30',
  doctor: null,
  resourceId: null,
  serviceId: null,
  duration: null,
};

function meant(values: Partial<TimeValues>, resources = doctors, services = [buildService()]) {
  return timeChoices({ ...untouched, ...values }, { services, resources, businessType: 'doctor' });
}

describe('the doctor of a clinic', () => {
  it("is 'Default Doctor' where several could be meant, and then any would do [P-6.51]", () => {
    expect(meant({})).toMatchObject({ doctor: 'Default Doctor', resource: undefined, isAny: true });
    expect(meant({}, [])).toMatchObject({ doctor: 'Default Doctor', resource: undefined });
  });

  it("is the caller's own practitioner, else the only one [P-6.51]", () => {
    const own = doctors.map((one) => ({ ...one, isOwn: one.id === iyer }));
    expect(meant({}, own)).toMatchObject({ doctor: 'Ananya Iyer', resource: { id: iyer } });
    expect(meant({}, doctors.slice(0, 1))).toMatchObject({ doctor: 'Dr. Kavita Rao', resource: { id: rao } });
    const gone = { ...buildResource(iyer, 'Ananya Iyer'), archivedAt: '2026-11-01T00:00:00.000Z' };
    expect(meant({}, [doctors[0] ?? gone, gone])).toMatchObject({ resource: { id: rao } });
  });

  it.each(['Dr. Kavita Rao', '  kavita   RAO ', 'DR KAVITA RAO'])('is known by the name %o', (doctor) => {
    expect(meant({ doctor })).toMatchObject({ doctor, resource: { id: rao }, isAny: false });
  });

  it('stays a text by any other name', () => {
    expect(meant({ doctor: 'Dr. Visiting' })).toMatchObject({
      doctor: 'Dr. Visiting',
      resource: undefined,
      isAny: false,
    });
  });

  it('is the one of a start that was pressed, until another name is typed', () => {
    expect(meant({ resourceId: iyer })).toMatchObject({ doctor: 'Ananya Iyer', resource: { id: iyer } });
    expect(meant({ resourceId: iyer, doctor: 'Kavita Rao' })).toMatchObject({ resource: { id: rao } });
  });
});

describe('the end and the price', () => {
  it('follow the service, and the length that was typed [P-6.50]', () => {
    expect(meant({})).toMatchObject({ duration: 30, endTime: '15:00', price: 500_00 });
    expect(meant({ duration: 45 })).toMatchObject({ duration: 45, endTime: '15:15' });
    expect(meant({ duration: '45' })).toMatchObject({ duration: 45, endTime: '15:15' });
    expect(meant({ duration: 7 })).toMatchObject({ duration: 30 });
    expect(meant({ time: '' })).toMatchObject({ endTime: undefined, price: null });
    expect(meant({}, doctors, [])).toMatchObject({
      service: undefined,
      duration: undefined,
      endTime: undefined,
      price: null,
    });
  });

  it.each(['४५', '৪৫', ' 45 min '])('follow the minutes that are typed as %j [P-5.73]', (duration) => {
    expect(meant({ duration })).toMatchObject({ duration: 45, endTime: '15:15' });
    expect(makeOccupation({ ...untouched, duration }, meant({ duration }))).toEqual({ duration: 45 });
  });

  it('send no other length for minutes that nobody can read [P-5.73]', () => {
    const { duration } = makeOccupation({ ...untouched, duration: 'an hour' }, meant({}));
    expect(duration).toBeNaN();
  });

  it("follow the doctor's and the evening's price", () => {
    const evening = { resourceId: rao, weekdays: [6], hours: { from: '14:00', to: '18:00' }, price: 700_00 };
    const services = [buildService({ priceRules: [evening] })];
    expect(meant({ doctor: 'Kavita Rao' }, doctors, services).price).toBe(700_00);
    expect(meant({ doctor: 'Kavita Rao', date: '2026-11-22' }, doctors, services).price).toBe(500_00);
    expect(meant({}, doctors, services).price).toBe(500_00);
  });
});

it('offers services and courts that are not archived, parts after their court, and those that give the service', () => {
  const archivedAt = '2026-11-01T00:00:00.000Z';
  const parts = [
    { id: half, name: 'Half A', archivedAt: null },
    { id: iyer, name: 'Half B', archivedAt },
  ];
  const ground = buildResource(rao, 'Full ground', { kind: 'court', parts });
  const services = [buildService({ name: 'Old', archivedAt }), buildService({ name: 'Turf Booking' })];
  const known = { services, resources: [ground], businessType: 'turf' as const };
  const choices = timeChoices(untouched, known);
  expect(choices.services.map(({ name }) => name)).toEqual(['Turf Booking']);
  expect(choices.resources.map(({ name }) => name)).toEqual(['Full ground', 'Half A']);
  expect(choices).toMatchObject({ resource: undefined, isAny: true });
  expect(
    timeChoices(untouched, { ...known, services: [buildService({ resourceIds: [half] })] }).resources.map(
      ({ id }) => id,
    ),
  ).toEqual([half]);
  // The only court is implied without being chosen.
  expect(timeChoices(untouched, { ...known, resources: [{ ...ground, parts: [] }] })).toMatchObject({
    resource: { id: rao },
    isAny: false,
  });
});

it('means a whole court unless a part is chosen, and no size where there is one alone or none is asked for [P-6.74]', () => {
  const parts = [{ id: half, name: 'Half A', archivedAt: null }];
  const ground = buildResource(rao, 'Ground 1', { kind: 'court', parts });
  const courts = [ground, buildResource(iyer, 'Ground 2', { kind: 'court' })];
  const of = (values: Partial<TimeValues>, resources = courts, services = [buildService()]) => {
    const known = { services, resources, businessType: 'turf' as const };
    const { size, resources: offered, resource } = timeChoices({ ...untouched, ...values }, known);
    return [size, offered.map(({ id }) => id), resource?.id];
  };
  expect(of({ size: null })).toEqual(['whole', [rao, iyer], undefined]);
  expect(of({ size: 'part' })).toEqual(['part', [half], half]);
  expect(of({ size: null, resourceId: half })).toEqual(['part', [half], half]);
  expect(of({ size: 'part', resourceId: iyer })).toEqual(['whole', [rao, iyer], iyer]);
  expect(of({})).toEqual([undefined, [rao, half, iyer], undefined]);
  expect(of({ size: null }, courts.slice(1))[0]).toBeUndefined();
  expect(of({ size: null }, courts, [buildService({ resourceIds: [half] })])[0]).toBeUndefined();
});
