import type { QueueEntry } from '@samay/contract/bookings/queue';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { useSession } from '../../../../lib/session/session.tsx';
import { useAppointmentActions } from '../actions/use-appointment-actions.tsx';
import { useFreshRows } from '../list/use-fresh-rows.ts';
import { useResourceNames } from '../../use-resource-names.ts';
import { useAppointmentWording } from '../../wording.ts';
import { nextStep } from './next-step.ts';
import { QueueRow } from './queue-row.tsx';
import { useQueueKeys } from './use-queue-keys.ts';
import classes from './queue.module.css';

interface QueueListProps {
  rows: readonly QueueEntry[];
  /** The queue's identity: its rows are not highlighted when another one is shown. */
  of: string;
}

/** Renders the rows of a queue, for mouse, touch and keys. The server has ordered them. */
export function QueueList({ rows, of }: QueueListProps) {
  const { businessType, peoplePath } = useAppointmentWording();
  const { permissions } = useSession();
  const { openVisit } = useActions();
  const { actions, dialogs } = useAppointmentActions();
  const resourceNameOf = useResourceNames();
  const navigate = useNavigate();
  const list = useRef<HTMLOListElement>(null);
  /** Holds the ids of bookings with a pending step: a second press waits for its answer. */
  const pending = useRef(new Set<string>());
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const fresh = useFreshRows(ids, of);

  const step = useCallback(
    (entry: QueueEntry) => {
      const next = nextStep(entry, businessType, actions);
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
    ({ patientId }: QueueEntry) =>
      void (patientId !== null && navigate({ to: peoplePath, search: { patient: patientId } as never })),
    [navigate, peoplePath],
  );
  const visit = useCallback(({ id }: QueueEntry) => openVisit(id), [openVisit]);
  const maySeeVisits = permissions.includes('notes.read');
  const history = maySeeVisits ? visit : permissions.includes('patients.read') ? openPerson : undefined;
  const handlers = useQueueKeys(list, rows, { actions, step, history });
  const nextId = rows.find(({ stage }) => stage !== 'in')?.id;
  return (
    <>
      <ol ref={list} className={classes.rows} aria-label="Queue" {...handlers}>
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
      {dialogs}
    </>
  );
}
