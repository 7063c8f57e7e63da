import { expect, it } from 'vitest';
import type { BusinessDays } from './business-days.ts';
import { localMinute } from './local-minutes.ts';
import { getSlot } from './next-free.ts';
import { proposeStarts, type ToMove } from './propose.ts';

const saturday = '2026-11-21';
const sunday = '2026-11-22';
const [rao, iyer] = ['rao', 'iyer'];
const day = { from: localMinute(saturday), to: localMinute('2026-11-25') };

/** Open daily from 9 am to 9 pm; visits take an hour. */
const days: BusinessDays = {
  service: {
    id: 'visit',
    duration: 60,
    bufferBefore: 0,
    bufferAfter: 0,
    grid: null,
    isArchived: false,
    isByEveryResource: true,
  },
  resources: [rao, iyer].map((id) => ({ id, wholeId: null, gives: true })),
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    resourceId: null,
    weekday,
    opens: 9 * 60,
    closes: 21 * 60,
  })),
  exceptions: [],
  claims: new Map(),
  holdEndsAt: null,
};

interface Case extends Partial<Omit<ToMove, 'start'>> {
  readonly time: string;
  readonly until?: string;
}

/** Proposes a start to bookings of Dr. Rao on Saturday, who is away from 2 pm on. */
function propose(cases: readonly Case[]): unknown[] {
  const toMove = cases.map(({ time, until: _, ...more }, at): ToMove => ({
    id: String(at),
    resourceId: rao,
    start: localMinute(saturday, time),
    duration: 60,
    days,
    isWaiting: false,
    price: 500_00,
    priceAt: () => 500_00,
    ...more,
  }));
  const from = localMinute(saturday, '14:00');
  const to = localMinute(saturday, cases[0]?.until ?? '21:00');
  const closure = { resourceId: rao, isClosure: true, from, to, reason: '' };
  const found = proposeStarts(toMove, { closure, within: { ...day, from } });
  return toMove.map(({ id }) => {
    const start = found.get(id);
    return start && getSlot(start);
  });
}

const at = (date: string, time: string, resourceId = rao) => ({ date, time, resourceId });

it('proposes the same time of the next day, and the nearest after it to the next person [P-6.94]', () => {
  expect(propose([{ time: '15:00' }, { time: '15:00' }, { time: '20:00' }, { time: '20:00' }])).toEqual([
    at(sunday, '15:00'),
    at(sunday, '16:00'),
    at(sunday, '20:00'),
    // Nothing is left after it on Sunday.
    at('2026-11-23', '20:00'),
  ]);
});

it('proposes the rest of the day where the doctor comes back on it [P-6.94]', () => {
  expect(propose([{ time: '14:00', until: '16:00' }, { time: '15:00' }])).toEqual([
    at(saturday, '16:00'),
    at(saturday, '17:00'),
  ]);
});

it('proposes another time of day only where the days have none after it [P-6.94]', () => {
  const lateClosed = days.hours.map((hours) => ({ ...hours, closes: 12 * 60 }));
  const mornings = { ...days, hours: [{ ...lateClosed[0]!, weekday: 1 }] };
  expect(propose([{ time: '15:00', days: mornings }])).toEqual([at('2026-11-23', '09:00')]);
});

it('proposes no evening at another price while there is a start at the same one [P-6.95]', () => {
  const evening: ToMove['priceAt'] = ({ start }) => (start % 1440 >= 18 * 60 ? 800_00 : 500_00);
  const untilSix = { until: '18:00', priceAt: evening };
  expect(propose([{ time: '15:00', ...untilSix }])).toEqual([at(sunday, '15:00')]);
  const weekend: ToMove['priceAt'] = () => 800_00;
  expect(propose([{ time: '15:00', until: '18:00', priceAt: weekend }])).toEqual([at(saturday, '18:00')]);
});

it('proposes another doctor today to who is waiting, and tomorrow to who is not [P-6.96]', () => {
  expect(propose([{ time: '14:00', isWaiting: true }, { time: '14:00' }])).toEqual([
    at(saturday, '14:00', iyer),
    at(sunday, '14:00'),
  ]);
  expect(propose([{ time: '14:00', isWaiting: true, until: '16:00' }])).toEqual([at(saturday, '16:00')]);
});
