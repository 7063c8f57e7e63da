import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Dashboard } from '@samay/contract/desk/dashboard';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { useActions } from '../../../lib/actions.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { FigureCard, FigureGrid } from '../../../ui/layout/figure-card.tsx';
import { Trend } from '../trend.tsx';
import { compare } from '../comparison.ts';
import { useAppointmentWording } from '../../bookings/wording.ts';
import classes from './figure-cards.module.css';

/** Renders the business's numbers, and a tile that opens the form for a new booking. */
export function FigureCards({ numbers: { revenue, bookings, staff } }: { numbers: Dashboard }) {
  const mayBook = useMayBook();
  return (
    <FigureGrid cols={{ base: 2, md: 2 + Number(revenue !== null) + Number(mayBook) }}>
      {revenue && (
        <FigureCard name="Revenue" value={formatRupees(revenue.total)} about="Total earnings" isWide>
          <RevenueTrend {...revenue} />
        </FigureCard>
      )}
      <FigureCard name="Bookings" value={formatCount(bookings.total)} about="All time">
        {formatCount(bookings.today)} today
      </FigureCard>
      <FigureCard name="Staff" value={formatCount(staff)} about="Total" />
      {mayBook && <NewTile />}
    </FigureGrid>
  );
}

function RevenueTrend({
  lastSevenDays,
  sevenDaysBefore,
  receivedToday,
  receivedThisMonth,
  ahead,
}: NonNullable<Dashboard['revenue']>) {
  const trend = compare(lastSevenDays, sevenDaysBefore);
  return (
    <>
      {trend && <Trend comparison={trend} />}
      <span>
        {formatRupees(lastSevenDays)} in the last 7 days
        {trend && `, ${formatRupees(sevenDaysBefore)} in the 7 before`}
      </span>
      <span>
        {`Received: ${formatRupees(receivedToday)} today, ` +
          `${formatRupees(receivedThisMonth)} this month. ` +
          `For days to come: ${formatRupees(ahead)}.`}
      </span>
    </>
  );
}

function NewTile() {
  const { openNewAppointment } = useActions();
  const { newTitle } = useAppointmentWording();
  return (
    <UnstyledButton className={classes.tile} data-wide onClick={() => openNewAppointment()}>
      <span className={classes.plus}>
        <IconPlus size={24} stroke={2} aria-hidden />
      </span>
      {newTitle}
    </UnstyledButton>
  );
}
