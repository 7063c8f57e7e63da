import { expect, it } from 'vitest';
import { buildResource, buildService } from '../../../../../../test/builders.ts';
import { resourceChoices } from '../../../resource-choices.ts';
import { getLengths } from './lengths.ts';
import { sizeNames } from './sizes.ts';

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

/** Builds grounds of parts with these names. */
function grounds(...parts: string[][]) {
  return parts.map((names, at) => ({
    ...buildResource(id(at), `Ground ${at}`, { kind: 'court' }),
    parts: names.map((name, place) => ({ id: id(3 * at + place + 3), name, archivedAt: null })),
  }));
}

const bookable = (resources: ReturnType<typeof grounds>) =>
  new Set(resourceChoices(resources).map((choice) => choice.id));

it.each([
  ['halves by their names', grounds(['Half A', 'Half B'], []), 'Half'],
  ['nets by their names', grounds(['Net 1', 'Net 2', 'Net 3']), 'Net'],
  ['two parts with other names halves', grounds(['North', 'South'], ['East', 'West']), 'Half'],
  ['several parts with other names parts', grounds(['North', 'South', 'East']), 'Part'],
])('calls %s [P-6.74]', (_, resources, part) => {
  expect(sizeNames(resources, bookable(resources))).toEqual({ whole: 'Full', part });
});

it.each([
  ['60, 90 and 120 minutes', { duration: 60 }, [60, 90, 120]],
  ['its own among them', { duration: 45 }, [45, 60, 90, 120]],
  ['only those that fit the steps between its starts', { duration: 60, grid: 60 }, [60, 120]],
  ['none of a visit, which has one price', { duration: 60, pricedPer: 'visit' as const }, []],
])('the lengths of a service are %s [P-6.72]', (_, about, lengths) => {
  expect(getLengths(buildService({ pricedPer: 'hour', ...about }))).toEqual(lengths);
});
