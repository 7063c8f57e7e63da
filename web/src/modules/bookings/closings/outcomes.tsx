import type { Closing } from '@samay/contract/bookings/closings';
import { useSession } from '../../../lib/session/session.tsx';
import { useAppointmentWording } from '../wording.ts';
import classes from './closings.module.css';
import { OutcomeRow } from './outcome-row.tsx';
import { tellText } from './tell-text.ts';
import { useNameOf } from './use-whom.ts';

/** Lists what became of the bookings of a closing: first what could not be done. */
export function Outcomes({ closing }: { closing: Closing }) {
  const nameOf = useNameOf();
  const { booking } = useAppointmentWording();
  const business = useSession().tenant?.name ?? '';
  if (closing.bookings.length === 0) return null;
  const isStuck = ({ state }: Closing['bookings'][number]) => state === 'refused' || state === 'stands';
  const sorted = closing.bookings.toSorted((one, other) => Number(isStuck(other)) - Number(isStuck(one)));
  return (
    <ul className={classes.rows} aria-label="What became of them">
      {sorted.map((decided) => (
        <OutcomeRow
          key={decided.bookingId}
          decided={decided}
          text={tellText(decided, { business, booking, reason: closing.reason })}
          nameOf={nameOf}
        />
      ))}
    </ul>
  );
}
