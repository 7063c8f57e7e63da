import { expect, it } from 'vitest';
import { firstOfAny, startsOfAny } from './any-free.ts';

const of = {
  startOf: (slot: string) => slot.split(' ')[0] ?? '',
  isPart: (slot: string) => slot.endsWith('half'),
};

it('offers a part only at a start that no whole court has free, wherever the part stands in the order [P-6.42]', () => {
  const free = ['06:00 half', '07:00 half', '07:00 other half', '08:00 second', '07:00 second'];
  expect(startsOfAny(free, of)).toEqual(['06:00 half', '08:00 second', '07:00 second']);
  expect(startsOfAny(['06:00 half', '06:00 other half'], of)).toEqual(['06:00 half', '06:00 other half']);
  expect(startsOfAny(['06:00 first', '06:00 second'], of)).toEqual(['06:00 first', '06:00 second']);
});

it('offers each start once, of the first that has it free', () => {
  const free = ['06:00 half', '06:00 second', '06:00 third', '07:00 half', '07:00 other half'];
  expect(firstOfAny(free, of)).toEqual(['06:00 second', '07:00 half']);
});
