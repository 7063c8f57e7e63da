import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainSlots } from '../../../../test/fixtures/slots/plain-slots.ts';
import { randomBusiness, type RandomBusiness } from '../../../../test/fixtures/slots/random-business.ts';
import { isFull } from '../../../../test/fixtures/invariants/invariant.ts';
import { bookableStarts, byDay } from './list.ts';
import { makeBusinessDays } from './read-business-days.ts';

// Compares the product's slots with a plain enumeration, for random businesses and without a
// database. They never depend on the server's zone.

const businesses = isFull ? 10_000 : 300;

it(`offers what a plain enumeration offers, for ${businesses} businesses [P-6.26]`, () => {
  let offered = 0;
  fc.assert(
    fc.property(randomBusiness, (business) => {
      const plain = plainSlots(business).map(({ resource, days }) => ({
        resourceId: String(resource),
        days,
      }));
      expect(getSlots(business)).toEqual(plain);
      if (plain.some(({ days }) => days.length > 0)) offered += 1;
    }),
    { numRuns: businesses, endOnFailure: true },
  );
  // Checks that the compared lists are not empty.
  expect(offered).toBeGreaterThan(businesses / 4);
}, 600_000);

function getSlots(business: RandomBusiness) {
  const { from, to, duration, now, service, resources } = business;
  const local = (instant: number) => instant / 60_000 + 330;
  const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const makeHours = (id: string | null, hours: RandomBusiness['hours']) =>
    hours.map((row): [string | null, number, number, number] => [
      id,
      row.weekday,
      minuteOfDay(row.opens),
      minuteOfDay(row.closes),
    ]);
  const alive = resources
    .map((resource, place) => ({ ...resource, id: String(place) }))
    .filter(({ isArchived }) => !isArchived);
  const claims = business.claims.filter(({ kind }) => kind === 'booking' || kind === 'hold');
  const row = {
    knows_resource: true,
    service: [
      'service',
      service.duration,
      service.bufferBefore,
      service.bufferAfter,
      service.grid,
      false,
      true,
    ] as const,
    resources: alive.map(({ id, whole, gives }): [string, string | null, boolean] => [
      id,
      whole === null ? null : String(whole),
      gives,
    ]),
    hours: [
      ...makeHours(null, business.hours),
      ...resources.flatMap(({ hours }, place) => makeHours(String(place), hours)),
    ],
    exceptions: business.exceptions.map((each): [string | null, boolean, number, number, string] => [
      each.resource === null ? null : String(each.resource),
      each.kind === 'closure',
      local(each.from),
      local(each.to),
      'Works',
    ]),
    claims: resources.map((_, place): [string, number[], number[], null] => {
      const own = claims.filter(({ resource }) => resource === place);
      return [String(place), own.map((each) => local(each.from)), own.map((each) => local(each.to)), null];
    }),
  };
  const days = makeBusinessDays([{ ...row, service: [...row.service] }], {});
  return bookableStarts(days, { from, to, duration }, new Date(now)).map(byDay);
}
