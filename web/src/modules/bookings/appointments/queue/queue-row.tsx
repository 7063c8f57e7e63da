import { Button } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatInstant, formatTime, formatWeekday } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { LongText } from '../../../../ui/layout/long-text.tsx';
import { FixedWidthText } from '../../../../ui/layout/fixed-width-text.tsx';
import { Badge } from '../../../../ui/table/badge.tsx';
import { allowedTransitions, type TransitionEntry, type Transitions } from '../actions/use-transitions.ts';
import { StatusBadge } from '../status-badge.tsx';
import classes from './queue-section.module.css';

interface QueueRowProps {
  appointment: Appointment;
  isNext: boolean;
  transitions: Transitions;
}

const atTheDesk: ReadonlySet<TransitionEntry['key']> = new Set(['markArrived', 'complete', 'markNoShow']);

/** A booking of today that is still to come, with the transitions that the desk uses. */
export function QueueRow({ appointment, isNext, transitions }: QueueRowProps) {
  const { personName, time, arrivedAt } = appointment;
  const quick = allowedTransitions(appointment, transitions).filter(({ key }) => atTheDesk.has(key));
  return (
    <li className={classes.row} data-queued>
      <DetailsButton appointment={appointment} when={formatTime(time)}>
        {arrivedAt !== null && (
          <span title={formatInstant(arrivedAt)}>
            <Badge tone="good" text="Arrived" />
          </span>
        )}
        {isNext && <Badge tone="info" text="Next" />}
      </DetailsButton>
      <div className={classes.actions}>
        {quick.map(({ name, run }) => (
          <Button key={name} variant="default" aria-label={`${name} ${personName}`} onClick={() => void run()}>
            {name === 'Arrived' ? <FixedWidthText text={name} longest="Undo arrival" /> : name}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** A booking that is over: completed or a no-show. */
export function RecentRow({ appointment }: { appointment: Appointment }) {
  return (
    <li className={classes.row}>
      <DetailsButton appointment={appointment} when={`${formatWeekday(appointment.date)}, ${formatTime(appointment.time)}`}>
        <StatusBadge status={appointment.status} />
      </DetailsButton>
    </li>
  );
}

/** Name and time; a press opens the details. */
function DetailsButton({
  appointment: { id, personName },
  when,
  children,
}: {
  appointment: Appointment;
  when: string;
  children: ReactNode;
}) {
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
