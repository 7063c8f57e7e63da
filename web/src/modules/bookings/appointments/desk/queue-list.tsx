import { Title } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { QueueEntry } from '@samay/contract/desk/queue';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { useSession } from '../../../../lib/session/session.tsx';
import { useAppointmentActions } from '../actions/use-appointment-actions.tsx';
import { useFreshRows } from '../use-fresh-rows.ts';
import { useResourceNames } from '../../use-resource-names.ts';
import { noDoctorYet, useAppointmentWording } from '../../wording.ts';
import { type Doctor, useAssign } from './use-assign.tsx';
import { nextStep } from './next-step.ts';
import { QueueRow } from './queue-row.tsx';
import { toPayKey, ToPayList } from './to-pay-list.tsx';
import { useQueueKeys } from './use-queue-keys.ts';
import classes from './queue.module.css';

interface QueueListProps {
  rows: readonly QueueEntry[];
  /** The doctors who can take a booking of none. */
  doctors: readonly Doctor[];
  /** The caller's own doctor, if the queue is theirs. */
  own: Doctor | undefined;
  /** The completed bookings with an amount due, shown below the queue. */
  toPay: readonly Appointment[];
  /** The order of the heading above them. */
  headingOrder: 2 | 3;
  /** The queue's identity: its rows are not highlighted when another one is shown. */
  of: string;
}

/**
 * Renders the rows of a queue and of the dues, for mouse, touch and keys. The server has ordered
 * them.
 */
export function QueueList({ rows, doctors, own, toPay, headingOrder, of }: QueueListProps) {
  const { businessType, peoplePath } = useAppointmentWording();
  const { permissions } = useSession();
  const { openVisit } = useActions();
  const { actions, dialogs } = useAppointmentActions();
  const { assign, dialog } = useAssign();
  const getResourceName = useResourceNames();
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  /** Holds the ids of bookings with a pending step: a second press waits for its answer. */
  const pending = useRef(new Set<string>());
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const fresh = useFreshRows(ids, of);

  const step = useCallback(
    (entry: Appointment) => {
      const next = isQueued(entry)
        ? nextStep(entry, { businessType, transitions: actions, assign, own })
        : undefined;
      if (!next || pending.current.has(entry.id)) return;
      const show = () => setWaiting(new Set(pending.current));
      pending.current.add(entry.id);
      show();
      void next.run().finally(() => {
        pending.current.delete(entry.id);
        show();
      });
    },
    [actions, assign, businessType, own],
  );
  const openPerson = useCallback(
    ({ patientId }: Appointment) =>
      void (patientId !== null && navigate({ to: peoplePath, search: { patient: patientId } })),
    [navigate, peoplePath],
  );
  const visit = useCallback(({ id }: Appointment) => openVisit(id), [openVisit]);
  const maySeeVisits = permissions.includes('notes.read');
  const history = maySeeVisits ? visit : permissions.includes('patients.read') ? openPerson : undefined;
  const [queued, lacking] = useMemo(
    () =>
      own ? [rows.filter((row) => !row.lacksDoctor), rows.filter((row) => row.lacksDoctor)] : [rows, []],
    [rows, own],
  );
  const reached = useMemo(() => [...queued, ...lacking, ...toPay], [queued, lacking, toPay]);
  const handlers = useQueueKeys(list, reached, { actions, step, history, getKey: rowKey });
  const next = useMemo(() => findNext(rows, doctors.length > 1), [rows, doctors.length]);
  const render = (entry: QueueEntry) => (
    <QueueRow
      key={entry.id}
      entry={entry}
      businessType={businessType}
      resourceName={getResourceName(entry)}
      actions={actions}
      doctors={doctors}
      own={own}
      isNext={next.has(entry)}
      isFresh={fresh.has(entry.id)}
      isWaiting={waiting.has(entry.id)}
      onOpen={maySeeVisits ? visit : actions.view}
      onStep={step}
      onAssign={assign}
    />
  );
  return (
    <>
      <div ref={list} className={classes.lists} {...handlers}>
        {queued.length > 0 && (
          <ol className={classes.rows} aria-label="Queue">
            {queued.map(render)}
          </ol>
        )}
        {lacking.length > 0 && (
          <section aria-labelledby={id} className={classes.section}>
            <Title order={headingOrder} size="md" id={id}>
              {noDoctorYet}
            </Title>
            <ol className={classes.rows} aria-labelledby={id}>
              {lacking.map(render)}
            </ol>
          </section>
        )}
        {toPay.length > 0 && (
          <ToPayList
            rows={toPay}
            headingOrder={headingOrder}
            actions={actions}
            onOpen={maySeeVisits ? visit : actions.view}
          />
        )}
      </div>
      {dialogs}
      {dialog}
    </>
  );
}

/**
 * Returns the next people: the first who is not inside or skipped, comes by now, and has a time that is not over;
 * where there are several doctors of each. Those without a doctor come after all others.
 */
function findNext(rows: readonly QueueEntry[], hasDoctors: boolean): ReadonlySet<QueueEntry> {
  const outside = rows.filter(
    ({ stage, isDelayed, isOver, isSkipped }) => stage !== 'in' && !isDelayed && !isOver && !isSkipped,
  );
  const withDoctor = outside.filter(({ lacksDoctor }) => !lacksDoctor);
  if (withDoctor.length === 0) return new Set(outside.slice(0, 1));
  const getKey = ({ doctor, resourceId }: QueueEntry) => (hasDoctors && doctor !== null ? resourceId : null);
  // Sets the first of each doctor last.
  return new Set(new Map(withDoctor.toReversed().map((entry) => [getKey(entry), entry])).values());
}

function isQueued(booking: Appointment | QueueEntry): booking is QueueEntry {
  return 'stage' in booking;
}

/** Names a row: a person with an amount due has another row than while they waited. */
function rowKey(booking: Appointment | QueueEntry): string {
  return isQueued(booking) ? booking.id : toPayKey(booking);
}
