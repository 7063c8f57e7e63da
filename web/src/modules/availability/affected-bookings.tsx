import { type AffectedBooking, beyondPlan } from '@samay/contract/core/alternatives';
import { formatTime, formatWeekday } from '@samay/contract/core/time';
import { useActions } from '../../lib/actions.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { RowButton } from '../../ui/table/row-button.tsx';
import classes from './affected-bookings.module.css';

/** Lists the bookings that a change affects, each with its time and a button to open it. */
export function AffectedBookings({ bookings }: { bookings: readonly AffectedBooking[] }) {
  const { openDetails } = useActions();
  return (
    <ul className={classes.list}>
      {bookings.map(({ id, personName, date, time, resourceName }) => (
        <li key={id} className={classes.line}>
          <span className={classes.text}>
            <span className={classes.name}>{personName}</span>
            <span className={classes.below}>
              {formatWeekday(date)}, {formatTime(time)}
              {resourceName !== null && ` · ${resourceName}`}
            </span>
          </span>
          {personName !== beyondPlan && (
            <RowButton label={`View ${personName}, ${formatWeekday(date)}`} onClick={() => openDetails(id)}>
              View
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns the bookings for which the server refused a change; none for another error. */
export function getBookings(error: unknown): readonly AffectedBooking[] {
  return error instanceof ApiError ? (error.bookings ?? []) : [];
}
