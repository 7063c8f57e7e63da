import { expect, it } from 'vitest';
import { AppError } from '../../../core/app-error.ts';
import { chooseUnit, TimeTaken } from './choose-unit.ts';
import type { Occupation } from './occupation.ts';
import type { SoughtClaim } from './occupation-queries.ts';

const at = (time: string) => new Date(`2026-11-24T${time}:00+05:30`);
const now = at('09:00');

function court(id: string, units: string[] = [id]) {
  return { id, wholeId: null, name: id, price: 500, units };
}

function wanted(about: Partial<Occupation> = {}): Occupation {
  return {
    candidates: [court('a'), court('b')],
    price: 100,
    priceFor: (_resource, minutes) => minutes * 10,
    service: null,
    duration: 60,
    before: 0,
    after: 0,
    startsAt: at('12:00'),
    wanted: { date: '2026-11-24', time: '12:00', doctor: null },
    ...about,
  };
}

function claim(unit: string, from: string, to: string, about: Partial<SoughtClaim> = {}): SoughtClaim {
  return {
    id: `${unit} ${from}`,
    resource_id: unit,
    appointment_id: `${unit} ${from}`,
    starts_at: at(from),
    ends_at: at(to),
    expires_at: null,
    held_by: null,
    ...about,
  };
}

const place = (...args: Parameters<typeof chooseUnit>) => {
  const { candidate, claims } = chooseUnit(...args);
  const times = claims.map(({ resource_id: unit, starts_at: from, ends_at: to, overbooked }) =>
    [
      unit,
      from.toISOString().slice(11, 16),
      to.toISOString().slice(11, 16),
      ...(overbooked ? ['over'] : []),
    ].join(' '),
  );
  return [candidate?.id, ...times];
};

it.each([
  ['nothing is claimed', [], ['a', 'a 06:30 07:30']],
  ['the first is taken', [claim('a', '12:30', '13:00')], ['b', 'b 06:30 07:30']],
  [
    'the first is taken until the start, or from the end',
    [claim('a', '11:00', '12:00'), claim('a', '13:00', '14:00')],
    ['a', 'a 06:30 07:30'],
  ],
  [
    'the first is overbooked',
    [claim('a', '12:30', '13:00', { appointment_id: 'over' })],
    ['b', 'b 06:30 07:30'],
  ],
  [
    'the first is held',
    [claim('a', '12:00', '12:30', { appointment_id: null, expires_at: at('09:05') })],
    ['b', 'b 06:30 07:30'],
  ],
] as const)('gets the first resource that is free where %s [P-6.35]', (_, claims, expected) => {
  expect(place(wanted(), claims, { now })).toEqual(expected);
});

it('claims every part of a whole, with buffers, where all of them are free [P-6.35]', () => {
  const whole = wanted({ candidates: [court('ground', ['north', 'south'])], before: 10, after: 15 });
  expect(place(whole, [], { now })).toEqual(['ground', 'north 06:20 07:45', 'south 06:20 07:45']);
  for (const taken of [claim('south', '11:00', '11:51'), claim('north', '13:14', '14:00')])
    expect(() => chooseUnit(whole, [taken], { now })).toThrow(TimeTaken);
});

it('gets the other half of a ground before a half of a free one, if halves are meant [P-6.75]', () => {
  const half = (id: string, wholeId: string) => ({ ...court(id), wholeId });
  const candidates = [half('a1', 'a'), half('a2', 'a'), half('b1', 'b'), half('b2', 'b')];
  const meant = (size: 'part' | undefined) => wanted({ candidates, wanted: { ...wanted().wanted, size } });
  const claims = [claim('b1', '11:30', '12:30')];
  expect(place(meant('part'), claims, { now })[0]).toBe('b2');
  expect(place(meant('part'), [], { now })[0]).toBe('a1');
  expect(place(meant(undefined), claims, { now })[0]).toBe('a1');
});

it('removes an ended hold, and leaves the adjacent ones [P-6.35]', () => {
  const over = { appointment_id: null, expires_at: now };
  const claims = [
    claim('a', '12:00', '12:30', over),
    claim('b', '12:00', '12:30', over),
    claim('a', '14:00', '15:00', over),
  ];
  expect(chooseUnit(wanted(), claims, { now }).stale).toEqual(['a 12:00']);
});

it('is made over the first one with a reason, by those who may', () => {
  const taken = [claim('a', '12:00', '13:00'), claim('b', '12:00', '13:00')];
  const reason = 'Emergency';
  expect(place(wanted(), taken, { now, reason, mayOverbook: true })).toEqual(['a', 'a 06:30 07:30 over']);
  expect(chooseUnit(wanted(), taken, { now, reason, mayOverbook: true }).overbookedReason).toBe(reason);
  expect(chooseUnit(wanted(), [], { now, reason, mayOverbook: false }).overbookedReason).toBeNull();
  expect(() => chooseUnit(wanted(), taken, { now, reason, mayOverbook: false })).toThrow(
    new AppError('slot.reason_denied'),
  );
});

it('claims nothing where there is nobody to claim, or a walk-in only waits', () => {
  const waiting = { ...wanted().wanted, doctor: 'Dr. Rao', claimsNothing: true };
  for (const about of [{ candidates: [] }, { wanted: waiting }])
    expect(place(wanted(about), [claim('a', '12:00', '13:00')], { now })).toEqual([undefined]);
});

it.each([
  [
    'as long as it wants on the first court that is free for that',
    [claim('a', '12:30', '13:00')],
    ['b', 'b 06:30 07:30'],
  ],
  [
    'until the later of the next claims',
    [claim('a', '12:30', '13:00'), claim('b', '12:47', '13:00')],
    ['b', 'b 06:30 07:15'],
  ],
  [
    'not with a claim that goes on',
    [claim('a', '11:30', '12:10'), claim('b', '12:20', '13:00')],
    ['b', 'b 06:30 06:50'],
  ],
] as const)('a walk-in has a court %s', (_, claims, expected) => {
  expect(place(wanted({ before: 10 }), claims, { now, isUntilNext: true })).toEqual(expected);
});

it('prices a walk-in that is shortened by its own minutes [P-6.71]', () => {
  const short = chooseUnit(wanted(), [claim('a', '12:20', '13:00'), claim('b', '12:10', '13:00')], {
    now,
    isUntilNext: true,
  });
  expect([short.occupation.duration, short.candidate?.price]).toEqual([20, 200]);
});

it('a walk-in is refused where less than five minutes are left, and made over the others with a reason [P-8.10]', () => {
  const claims = [claim('a', '12:04', '13:00'), claim('b', '11:00', '13:00')];
  expect(() => chooseUnit(wanted(), claims, { now, isUntilNext: true })).toThrow(TimeTaken);
  const over = { now, isUntilNext: true, reason: 'Team is here', mayOverbook: true };
  expect(place(wanted(), claims, over)).toEqual(['a', 'a 06:30 07:30 over']);
});
