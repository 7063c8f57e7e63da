import type { Deliveries } from '@samay/contract/reach/deliveries';
import { formatCount } from '@samay/contract/core/money';
import { useSession } from '../../../lib/session/session.tsx';
import classes from './kinds-table.module.css';
import { kindNames, reasonText } from './wording.ts';

/**
 * Renders delivered, waiting and given-up deliveries by kind, with the last error. Narrow enough
 * for a phone.
 */
export function KindsTable({ kinds }: { kinds: Deliveries['kinds'] }) {
  const names = kindNames(useSession().businessType ?? 'doctor');
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Deliveries of the last 30 days</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Delivered</th>
          <th scope="col">Waiting</th>
          <th scope="col">Given up</th>
        </tr>
      </thead>
      {kinds.map(({ kind, delivered, waiting, givenUp, reason }) => (
        <tbody key={kind}>
          <tr>
            <th scope="row">{names[kind]}</th>
            <td>{formatCount(delivered)}</td>
            <td>{formatCount(waiting)}</td>
            <td data-lost={givenUp > 0 || undefined}>{formatCount(givenUp)}</td>
          </tr>
          {reason !== null && (
            <tr>
              <td colSpan={4} className={classes.reason}>
                {reasonText(reason)}
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
