import { Title } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatRupees } from '@samay/contract/core/money';
import { formatTime } from '@samay/contract/core/time';
import { useId } from 'react';
import { useToday } from '../../../../lib/browser/use-today.ts';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { AppointmentMenu } from '../actions/appointment-menu.tsx';
import { nameOfDay } from '../../../../lib/days.ts';
import classes from './queue.module.css';

interface ToPayListProps {
  rows: readonly Appointment[];
  headingOrder: 2 | 3;
  actions: AppointmentActions;
  onOpen: (booking: Appointment) => void;
}

/** Lists people with a completed visit and an amount due, each with the button that takes it. */
export function ToPayList({ rows, headingOrder, actions, onOpen }: ToPayListProps) {
  const id = useId();
  const today = useToday();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={headingOrder} size="md" id={id}>
        To pay
      </Title>
      <ol className={classes.rows} aria-labelledby={id}>
        {rows.map((booking) => {
          const { id: of, personName, date, time, due } = booking;
          const amount = formatRupees(due ?? 0);
          return (
            <li key={of} className={classes.row} data-queued={toPayKey(booking)}>
              <button type="button" className={classes.opening} data-opens onClick={() => onOpen(booking)}>
                <span className={classes.time}>{formatTime(time)}</span>
                <span className={classes.name} title={personName}>
                  {personName}
                </span>
              </button>
              <div className={classes.state}>
                <span className={classes.place}>{date !== today && nameOfDay(date, today)}</span>
              </div>
              <span className={classes.due}>{amount}</span>
              <span className={classes.next}>
                <button
                  type="button"
                  className={classes.step}
                  data-step="Take"
                  aria-label={`Take ${amount} from ${personName}`}
                  onClick={() => actions.takeMoney(booking)}
                >
                  Take
                </button>
              </span>
              <AppointmentMenu appointment={booking} actions={actions} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Names the row of a booking with an amount due. */
export function toPayKey({ id }: Appointment): string {
  return `to-pay-${id}`;
}
