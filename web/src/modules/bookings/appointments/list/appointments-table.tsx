import type { Appointment } from '@samay/contract/bookings/appointments';
import { useMemo } from 'react';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { AppointmentRow } from './appointment-row.tsx';
import classes from './appointments-table.module.css';
import { groupByDay, nameOfDay } from './days.ts';
import type { AppointmentActions } from '../use-appointment-actions.tsx';
import { useWording } from '../use-wording.ts';

interface AppointmentsTableProps {
  rows: readonly Appointment[];
  actions: AppointmentActions;
  /** Ids of rows that have just appeared. */
  fresh: ReadonlySet<string>;
  /** The rows of other filters, shown until the new ones come. */
  isStale: boolean;
}

/** The list by day: a table on a desk, cards on a phone, from one and the same markup. */
export function AppointmentsTable({ rows, actions, fresh, isStale }: AppointmentsTableProps) {
  const { title, businessType } = useWording();
  const today = useToday();
  const days = useMemo(() => groupByDay(rows), [rows]);
  return (
    <div className={classes.frame} data-stale={isStale || undefined}>
      <div role="table" aria-label={title} aria-busy={isStale} className={classes.table} data-business={businessType}>
        <Header />
        {days.map(({ key, date, rows: ofDay }) => (
          <div key={key} role="rowgroup" className={classes.day}>
            <div role="row" className={classes.dayRow} data-today={date === today || undefined}>
              <span role="rowheader">{nameOfDay(date, today)}</span>
            </div>
            {ofDay.map((appointment, index) => (
              <AppointmentRow
                key={appointment.id}
                appointment={appointment}
                actions={actions}
                businessType={businessType}
                isFresh={fresh.has(appointment.id)}
                isFirst={index === 0}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Header() {
  const { person, businessType } = useWording();
  const isDoctor = businessType === 'doctor';
  const names = [
    person,
    ...(isDoctor ? ['Doctor'] : []),
    'Date & Time (IST)',
    'Status',
    'Payment',
    ...(isDoctor ? ['Prescription'] : []),
    'Reference',
    'Actions',
  ];
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" className={classes.headerRow}>
        {names.map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}
