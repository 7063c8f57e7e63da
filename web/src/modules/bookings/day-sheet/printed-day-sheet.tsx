import type { DaySheet } from '@samay/contract/bookings/day-sheet';
import { formatCount } from '@samay/contract/core/money';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatDate, formatInstant, weekdayOf } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { courtsOf, timesText } from '../../../lib/browser/day-sheet-text.ts';
import { useSession } from '../../../lib/session/session.tsx';

/** Renders the printed list of a day. */
export function PrintedDaySheet({ sheet: { date, asOf, rows, count } }: { sheet: DaySheet }) {
  const { tenant, businessType } = useSession();
  const { booking, bookings, person } = wording[businessType ?? 'doctor'];
  const isDoctor = businessType !== 'turf';
  const hasCourts = !isDoctor && courtsOf(rows) > 1;
  const counted =
    count === 0 ? `No ${bookings}` : `${formatCount(count)} ${count === 1 ? booking : bookings}`;
  return (
    <>
      <h1>{tenant?.name}</h1>
      <h2>
        {capitalise(bookings)} of {weekdayOf(date)}, {formatDate(date)}
      </h2>
      <p>
        {counted}
        {rows.length < count && `, the first ${formatCount(rows.length)} of them here`}. As of{' '}
        {formatInstant(asOf)}.
      </p>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Time</th>
              <th>{capitalise(person)}</th>
              <th>Contact</th>
              {isDoctor && <th>Doctor</th>}
              {hasCourts && <th>Court</th>}
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td data-nowrap>{timesText(row)}</td>
                <td>{row.personName}</td>
                <td data-nowrap>{row.personContact}</td>
                {isDoctor && <td>{row.doctor}</td>}
                {hasCourts && <td>{row.resourceName}</td>}
                <td data-nowrap>{statusName[row.status]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
