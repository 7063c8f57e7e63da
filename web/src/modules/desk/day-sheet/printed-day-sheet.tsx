import type { DaySheet, DaySheetRow } from '@samay/contract/desk/day-sheet';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatDate, formatInstant, getWeekday } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { getCourts, timesText } from '../../../lib/browser/day-sheet-text.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';
import { noDoctorYet } from '../../bookings/wording.ts';

/** Prints the list of a day. */
export function DayPrint({ sheet, onDone }: { sheet: DaySheet; onDone: () => void }) {
  const { bookings } = wording[useSession().businessType ?? 'doctor'];
  return (
    <PrintSheet title={`${bookings} ${sheet.date}`} onDone={onDone}>
      <PrintedDaySheet sheet={sheet} />
    </PrintSheet>
  );
}

/**
 * Renders the printed list of a day. At a clinic with several doctors each has a list of their own,
 * on a new page, whatever name their bookings kept; those of none have the last one.
 */
function PrintedDaySheet({ sheet }: { sheet: DaySheet }) {
  const { rows, count } = sheet;
  const businessType = useSession().businessType ?? 'doctor';
  const isDoctor = businessType === 'doctor';
  const doctors = isDoctor ? getDoctors(rows) : [];
  if (doctors.length < 2) {
    return (
      <>
        <SheetHead sheet={sheet} rows={rows} count={count} />
        {rows.length > 0 && <RowsTable rows={rows} hasCourts={!isDoctor && getCourts(rows) > 1} />}
      </>
    );
  }
  return doctors.map(([id, name]) => {
    const own = rows.filter((row) => row.resourceId === id);
    return (
      <section key={id} data-page>
        <SheetHead
          sheet={sheet}
          rows={own}
          count={rows.length < count ? Infinity : own.length}
          doctor={name}
        />
        <RowsTable rows={own} hasDoctor={id === null} />
      </section>
    );
  });
}

/** Lists the doctors of a day by name. Bookings of none come last. */
function getDoctors(rows: readonly DaySheetRow[]): (readonly [id: string | null, name: string])[] {
  const names = new Map(rows.map((row) => [row.resourceId, row.resourceName ?? noDoctorYet]));
  return [...names].toSorted(
    ([id, name], [otherId, other]) =>
      Number(id === null) - Number(otherId === null) || name.localeCompare(other),
  );
}

interface HeadProps {
  sheet: Pick<DaySheet, 'date' | 'asOf'>;
  rows: readonly DaySheetRow[];
  /** The number of bookings; infinite where the sheet was cut and it is not known. */
  count: number;
  doctor?: string;
}

function SheetHead({ sheet: { date, asOf }, rows, count, doctor }: HeadProps) {
  const { tenant, businessType } = useSession();
  const { booking, bookings } = wording[businessType ?? 'doctor'];
  const known = Number.isFinite(count) ? count : rows.length;
  const counted =
    known === 0 ? `No ${bookings}` : `${formatCount(known)} ${known === 1 ? booking : bookings}`;
  const isCut = rows.length < count;
  return (
    <>
      <h1>{tenant?.name}</h1>
      <h2>
        {capitalise(bookings)} of {getWeekday(date)}, {formatDate(date)}
        {doctor !== undefined && `: ${doctor}`}
      </h2>
      <p>
        {counted}
        {isCut && Number.isFinite(count) && `, the first ${formatCount(rows.length)} of them here`}
        {isCut && !Number.isFinite(count) && ', the day has more'}. As of {formatInstant(asOf)}.
      </p>
    </>
  );
}

interface TableProps {
  rows: readonly DaySheetRow[];
  hasDoctor?: boolean;
  hasCourts?: boolean;
}

function RowsTable({ rows, hasDoctor = true, hasCourts = false }: TableProps) {
  const { businessType } = useSession();
  const isDoctor = businessType !== 'turf' && hasDoctor;
  const hasDues = rows.some(({ due }) => due !== null && due > 0);
  return (
    <table>
      <thead>
        <tr>
          <th>Time</th>
          <th>{capitalise(wording[businessType ?? 'doctor'].person)}</th>
          <th>Contact</th>
          {isDoctor && <th>Doctor</th>}
          {hasCourts && <th>Court</th>}
          <th>Status</th>
          {hasDues && <th>Due</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-nowrap>{timesText(row)}</td>
            <td>{[row.personName, row.about].filter(Boolean).join(', ')}</td>
            <td data-nowrap>{row.personContact}</td>
            {isDoctor && <td>{row.doctor}</td>}
            {hasCourts && <td>{row.resourceName}</td>}
            <td data-nowrap>{statusName[row.status]}</td>
            {hasDues && <td data-nowrap>{row.due ? formatRupees(row.due) : ''}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
