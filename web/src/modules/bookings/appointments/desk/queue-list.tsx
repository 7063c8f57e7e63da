import type { Appointment } from '@samay/contract/bookings/appointments';
import type { QueueEntry } from '@samay/contract/bookings/queue';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { useSession } from '../../../../lib/session/session.tsx';
import { useAppointmentActions } from '../actions/use-appointment-actions.tsx';
import { useFreshRows } from '../use-fresh-rows.ts';
import { useResourceNames } from '../../use-resource-names.ts';
import { useAppointmentWording } from '../../wording.ts';
import { nextStep } from './next-step.ts';
import { QueueRow } from './queue-row.tsx';
import { toPayKey, ToPayList } from './to-pay-list.tsx';
import { useQueueKeys } from './use-queue-keys.ts';
import classes from './queue.module.css';

interface QueueListProps {
  rows: readonly QueueEntry[];
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
export function QueueList({ rows, toPay, headingOrder, of }: QueueListProps) {
  const { businessType, peoplePath } = useAppointmentWording();
  const { permissions } = useSession();
  const { openVisit } = useActions();
  const { actions, dialogs } = useAppointmentActions();
  const resourceNameOf = useResourceNames();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  /** Holds the ids of bookings with a pending step: a second press waits for its answer. */
  const pending = useRef(new Set<string>());
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const fresh = useFreshRows(ids, of);

  const step = useCallback(
    (entry: Appointment) => {
      const next = isQueued(entry) ? nextStep(entry, businessType, actions) : undefined;
      if (!next || pending.current.has(entry.id)) return;
      const show = () => setWaiting(new Set(pending.current));
      pending.current.add(entry.id);
      show();
      void next.run().finally(() => {
        pending.current.delete(entry.id);
        show();
      });
    },
    [actions, businessType],
  );
  const openPerson = useCallback(
    ({ patientId }: Appointment) =>
      void (patientId !== null && navigate({ to: peoplePath, search: { patient: patientId } as never })),
    [navigate, peoplePath],
  );
  const visit = useCallback(({ id }: Appointment) => openVisit(id), [openVisit]);
  const maySeeVisits = permissions.includes('notes.read');
  const history = maySeeVisits ? visit : permissions.includes('patients.read') ? openPerson : undefined;
  const reached = useMemo(() => [...rows, ...toPay], [rows, toPay]);
  const handlers = useQueueKeys(list, reached, { actions, step, history, keyOf: rowKey });
  const nextId = rows.find(({ stage }) => stage !== 'in')?.id;
  return (
    <>
      <div ref={list} className={classes.lists} {...handlers}>
        {rows.length > 0 && (
          <ol className={classes.rows} aria-label="Queue">
            {rows.map((entry) => (
              <QueueRow
                key={entry.id}
                entry={entry}
                businessType={businessType}
                resourceName={resourceNameOf(entry)}
                actions={actions}
                isNext={entry.id === nextId}
                isFresh={fresh.has(entry.id)}
                isWaiting={waiting.has(entry.id)}
                onOpen={maySeeVisits ? visit : actions.view}
                onStep={step}
              />
            ))}
          </ol>
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
    </>
  );
}

function isQueued(booking: Appointment | QueueEntry): booking is QueueEntry {
  return 'stage' in booking;
}

/** Names a row: a person with an amount due has another row than while they waited. */
function rowKey(booking: Appointment | QueueEntry): string {
  return isQueued(booking) ? booking.id : toPayKey(booking);
}
