import { expect, it } from 'vitest';
import { firstOfAny, startsOfAny } from './any-free.ts';

/** Reads `06:00 half (first)` as the start at 6 of a half of the first court. */
function free(...texts: string[]) {
  return texts.map((text) => ({
    resourceId: text.slice(6),
    time: text.slice(0, 5),
    whole: /\((.+)\)/.exec(text)?.[1] ?? null,
  }));
}
type Start = ReturnType<typeof free>[number];

const of = { getStart: ({ time }: Start) => time, getWhole: ({ whole }: Start) => whole };
const texts = (starts: Start[]) => starts.map(({ time, resourceId }) => `${time} ${resourceId}`);

it('offers a part only at a start that no whole court has free, wherever the part stands in the order [P-6.42]', () => {
  const starts = ['06:00 half (x)', '07:00 half (x)', '07:00 other half (x)', '08:00 second', '07:00 second'];
  expect(texts(startsOfAny(free(...starts), of))).toEqual(['06:00 half (x)', '08:00 second', '07:00 second']);
  for (const all of [
    ['06:00 half (x)', '06:00 other half (x)'],
    ['06:00 first', '06:00 second'],
  ])
    expect(texts(startsOfAny(free(...all), of))).toEqual(all);
});

it('offers each start once, of the first that has it free', () => {
  const starts = ['06:00 half (x)', '06:00 second', '06:00 third', '07:00 half (x)', '07:00 other half (x)'];
  expect(texts(firstOfAny(free(...starts), of))).toEqual(['06:00 second', '07:00 half (x)']);
});

it('offers whole courts alone where one is meant, and parts alone where one is meant [P-6.74]', () => {
  const starts = free('06:00 a', '06:00 half (a)', '07:00 half (a)', '07:00 b', '08:00 half (a)');
  expect(texts(firstOfAny(starts, { ...of, size: 'whole' }))).toEqual(['06:00 a', '07:00 b']);
  expect(texts(firstOfAny(starts, { ...of, size: 'part' }))).toEqual([
    '07:00 half (a)',
    '08:00 half (a)',
    '06:00 half (a)',
  ]);
});

it('offers the other half of a ground before a half of a free one [P-6.74]', () => {
  const starts = free('06:00 a', '06:00 left (a)', '06:00 right (a)', '06:00 right (b)');
  expect(texts(firstOfAny(starts, { ...of, size: 'part' }))).toEqual(['06:00 right (b)']);
});
