import type { Closing, ClosingSummary } from '@samay/contract/bookings/closings';
import { formatCount } from '@samay/contract/core/money';

type Part = readonly [count: number | undefined, text: string];

/** Formats the bookings of a closing by state: `10 done, 2 could not be done`. */
export function countsText({ counts }: Pick<ClosingSummary, 'counts'>): string {
  return joined([[counts.done, 'done'], ...otherStates(counts)]);
}

/** Formats the bookings of a closing by what became of them: `10 moved, 2 cancelled`. */
export function outcomesText({ bookings, counts }: Pick<Closing, 'bookings' | 'counts'>): string {
  const done = bookings.filter(({ state }) => state === 'done');
  const getCount = (action: Closing['bookings'][number]['action']) =>
    done.filter((each) => each.action === action).length;
  return joined([
    [getCount('move'), 'moved'],
    [getCount('cancel'), 'cancelled'],
    [getCount('keep'), 'kept'],
    ...otherStates(counts),
  ]);
}

/** Says which bookings wait for another person: `1 waits for somebody who may give money back`. */
export function withheldText({ withheld }: Pick<ClosingSummary, 'withheld'>): string {
  const waiting = `${formatCount(withheld)} ${withheld === 1 ? 'waits' : 'wait'}`;
  return `${waiting} for somebody who may give money back. Please ask an owner.`;
}

function otherStates(counts: ClosingSummary['counts']): Part[] {
  return [
    [counts.waiting, 'waiting'],
    [counts.refused, 'could not be done'],
    [counts.undone, 'taken back'],
    [counts.undoing, 'still to be taken back'],
    [counts.stands, 'could not be taken back'],
  ];
}

function joined(parts: readonly Part[]): string {
  const shown = parts.flatMap(([count, text]) => (count ? [`${formatCount(count)} ${text}`] : []));
  return shown.length === 0 ? 'Nobody was booked' : shown.join(', ');
}
