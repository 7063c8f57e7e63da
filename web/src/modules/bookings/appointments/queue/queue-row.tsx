import { Button } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatInstant, formatTime, formatWeekday } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { Badge } from '../../../../ui/table/badge.tsx';
import { LongText } from '../../../../ui/layout/long-text.tsx';
import { SteadyText } from '../../../../ui/layout/steady-text.tsx';
import classes from './queue-section.module.css';
import { StatusBadge } from '../status-badge.tsx';
import type { Transitions } from '../actions/use-transitions.ts';

interface QueueRowProps {
  appointment: Appointment;
  isNext: boolean;
  transitions: Transitions;
}

/** One who is still to come, with what the server says may be done now. */
export function QueueRow({ appointment, isNext, transitions }: QueueRowProps) {
  const { personName, time, arrivedAt, may } = appointment;
  const quick = [
    may.markArrived && { name: arrivedAt === null ? 'Arrived' : 'Undo arrival', run: transitions.toggleArrived },
    may.complete && { name: 'Complete', run: transitions.complete },
    may.markNoShow && { name: 'No-show', run: transitions.markNoShow },
  ].filter((entry) => entry !== false);
  return (
    <li className={classes.row} data-queued>
      <Opening appointment={appointment} when={formatTime(time)}>
        {arrivedAt !== null && (
          <span title={formatInstant(arrivedAt)}>
            <Badge tone="good" text="Arrived" />
          </span>
        )}
        {isNext && <Badge tone="info" text="Next" />}
      </Opening>
      <div className={classes.deeds}>
        {quick.map(({ name, run }) => (
          <Button key={name} variant="default" aria-label={`${name} ${personName}`} onClick={() => void run(appointment)}>
            {name === 'Arrived' ? <SteadyText text={name} longest="Undo arrival" /> : name}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** One who was there, or did not come. */
export function RecentRow({ appointment }: { appointment: Appointment }) {
  return (
    <li className={classes.row}>
      <Opening appointment={appointment} when={`${formatWeekday(appointment.date)}, ${formatTime(appointment.time)}`}>
        <StatusBadge status={appointment.status} />
      </Opening>
    </li>
  );
}

/** Name and time, which open the details. */
function Opening({ appointment: { id, personName }, when, children }: { appointment: Appointment; when: string; children: ReactNode }) {
  const { openDetails } = useActions();
  return (
    <button type="button" className={classes.opening} onClick={() => openDetails(id)}>
      <span className={classes.person}>
        <LongText text={personName} strong />
        <span className={classes.when}>{when}</span>
      </span>
      <span className={classes.signs}>{children}</span>
    </button>
  );
}
