import { computePrice } from '@samay/contract/availability/services';
import { expect, it } from 'vitest';
import { getDate, localMinute, timeOf } from './local-minutes.ts';
import { computeOpenTime } from './open-time.ts';

const ranges = ['09:00–17:00', '18:00–00:00', '22:00–02:00', '10:00–10:00', '00:00–00:00'].map((range) =>
  range.split('–'),
);

it.each([1, 3, 7])('is open on weekday %i when a price rule of the same hours holds [P-6.16]', (weekday) => {
  const court = { id: 'court', wholeId: null };
  const fortnight = { from: localMinute('2026-12-21'), to: localMinute('2027-01-04') };
  for (const [from = '', to = ''] of ranges) {
    const row = { resourceId: null, weekday, opens: minuteOfDay(from), closes: minuteOfDay(to) };
    const { open } = computeOpenTime({ resources: [court], hours: [row], exceptions: [] }, court, fortnight);
    const rule = { resourceId: null, weekdays: [weekday], hours: { from, to }, price: 1 };
    for (let at = fortnight.from; at < fortnight.to; at += 30) {
      const isOpen = open.some((span) => span.from <= at && at < span.to);
      const start = { resourceId: court.id, date: getDate(at), time: timeOf(at) };
      const price = computePrice(
        { price: 0, pricedPer: 'visit', priceRules: [rule] },
        { ...start, duration: 60 },
      );
      expect([start, price === 1]).toEqual([start, isOpen]);
    }
  }
});

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
