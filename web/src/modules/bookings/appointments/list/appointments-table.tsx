import { Skeleton, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { SlowNotice } from '../../../../ui/feedback/slow-notice.tsx';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import type { ListedBooking } from '../../booked.ts';
import { groupByDay, nameOfDay } from '../../../../lib/days.ts';
import { useResourceNames } from '../../use-resource-names.ts';
import { useAppointmentWording } from '../../wording.ts';
import { AppointmentRow } from './appointment-row.tsx';
import classes from './appointments-table.module.css';
import { columnNames, useHiddenColumns } from './use-hidden-columns.ts';

interface AppointmentsTableProps {
  rows: readonly ListedBooking[];
  actions: AppointmentActions;
  /** The ids of rows that have just appeared. */
  fresh: ReadonlySet<string>;
  /** Whether the rows still belong to the previous filters. */
  isStale: boolean;
  /** Whether these are the bookings with an amount due. */
  isOwing: boolean;
}

/**
 * Renders the bookings grouped by day: a table on wide screens and cards on a phone, from one
 * markup.
 */
export function AppointmentsTable({ rows, actions, fresh, isStale, isOwing }: AppointmentsTableProps) {
  const { title, businessType } = useAppointmentWording();
  const today = useToday();
  const [hidden] = useHiddenColumns();
  const days = useMemo(() => groupByDay(rows), [rows]);
  const getResourceName = useResourceNames();
  const hasCourts = businessType === 'turf' && new Set(rows.map(getResourceName)).size > 1;
  return (
    <div className={classes.frame} data-stale={isStale || undefined}>
      <div
        role="table"
        aria-label={title}
        aria-busy={isStale}
        className={classes.table}
        data-business={businessType}
        data-hidden={hidden.join(' ') || undefined}
      >
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
                isOwing={isOwing}
                resourceName={hasCourts ? getResourceName(appointment) : null}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Header() {
  const { person, businessType } = useAppointmentWording();
  const isDoctor = businessType === 'doctor';
  const { doctor, status, payment, prescription, reference } = columnNames;
  const columns = [
    ['person', person],
    ...(isDoctor ? [['doctor', doctor]] : []),
    ['when', isDoctor ? 'Date & Time (IST)' : 'Date & Time'],
    ['status', status],
    ['payment', payment],
    ...(isDoctor ? [['prescription', prescription]] : []),
    ['reference', reference],
    ['actions', 'Actions'],
  ];
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" className={classes.headerRow}>
        {columns.map(([column, name]) => (
          <span key={column} role="columnheader" data-column={column}>
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Renders placeholder rows while the first page loads. */
export function RowsSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap={8} role="group" aria-busy aria-label="Loading">
      <SlowNotice onRetry={onRetry} />
      <Skeleton height={20} width={120} mt={16} mb={4} />
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} height={36} radius="md" />
      ))}
    </Stack>
  );
}
