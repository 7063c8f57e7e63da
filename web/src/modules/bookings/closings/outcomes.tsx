import type { Closing } from '@samay/contract/bookings/closings';
import classes from './closings.module.css';
import { OutcomeRow, type Tell } from './outcome-row.tsx';
import { useName } from './use-whom.ts';

/** Lists what became of the bookings of a closing: first what could not be done. */
export function Outcomes({ closing, tell }: { closing: Closing; tell: Tell }) {
  const nameOf = useName();
  if (closing.bookings.length === 0) return null;
  const isStuck = ({ state }: Closing['bookings'][number]) => state === 'refused' || state === 'stands';
  const sorted = closing.bookings.toSorted((one, other) => Number(isStuck(other)) - Number(isStuck(one)));
  return (
    <ul className={classes.rows} aria-label="What became of them">
      {sorted.map((decided) => (
        <OutcomeRow key={decided.bookingId} decided={decided} tell={tell} nameOf={nameOf} />
      ))}
    </ul>
  );
}
