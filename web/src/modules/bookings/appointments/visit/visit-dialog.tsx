import { Button, Skeleton } from '@mantine/core';
import type { Visit } from '@samay/contract/desk/visits';
import { formatTime, indiaTime } from '@samay/contract/core/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useActions } from '../../../../lib/actions.tsx';
import { ApiError, errorText } from '../../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../../lib/query-client.ts';
import { ContactLink } from '../../../../ui/controls/contact-link.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../../ui/feedback/slow-notice.tsx';
import { useAppointmentActions } from '../actions/use-appointment-actions.tsx';
import { TakeMoney } from '../payment/take-money.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { nameOfDay } from '../../../../lib/days.ts';
import { oneVisit } from './api.ts';
import { EarlierVisits } from './earlier-visits.tsx';
import { NextVisit } from './next-visit.tsx';
import { NoteField } from './note-field.tsx';
import { PrescriptionPhoto } from './prescription-photo.tsx';
import classes from './visit.module.css';

interface VisitDialogProps {
  /** The booking's id; null while the dialog is closed. */
  id: string | null;
  onClose: () => void;
}

/**
 * Renders everything a doctor needs during a visit: earlier visits, the note, the prescription and
 * the next visit.
 */
export function VisitDialog({ id, onClose }: VisitDialogProps) {
  const query = useQuery({ ...oneVisit(id ?? ''), enabled: id !== null });
  const name = query.data?.appointment.personName;
  return (
    <Dialog opened={id !== null} onClose={onClose} title={name ?? 'Visit'} size={1080}>
      {/* Gives each visit a separate note to be edited. */}
      {id !== null && <Loaded key={id} id={id} query={query} onClose={onClose} />}
    </Dialog>
  );
}

interface LoadedProps {
  id: string;
  query: Pick<ReturnType<typeof useVisit>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  onClose: () => void;
}

function useVisit(id: string) {
  return useQuery(oneVisit(id));
}

function Loaded({ id, query: { data, error, isFetching, refetch }, onClose }: LoadedProps) {
  const client = useQueryClient();
  if (error instanceof ApiError && error.status === 404 && !data)
    return <EmptyState text="This appointment does not exist any more, or is not shown on your plan." />;
  const failure = error && (
    <FailureNotice
      text={errorText(error, 'Failed to load the visit')}
      {...(data && { hint: 'What you see may be out of date.' })}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
  if (!data)
    return failure ?? <VisitSkeleton onRetry={() => void cancelAndRefetch(client, oneVisit(id).queryKey)} />;
  return (
    <>
      {failure}
      <VisitCard visit={data} onClose={onClose} />
    </>
  );
}

function VisitCard({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { appointment } = visit;
  const { actions, dialogs } = useAppointmentActions();
  return (
    <div className={classes.card}>
      <Head visit={visit} />
      <EarlierVisits visit={visit} actions={actions} onLeave={onClose} />
      <div className={classes.present}>
        <NoteField visit={visit} />
        <PrescriptionPhoto appointment={appointment} actions={actions} />
        <NextVisit visit={visit} />
      </div>
      <Foot visit={visit} actions={actions} onClose={onClose} />
      {dialogs}
    </div>
  );
}

/**
 * Renders the facts about the person in short, the date, the person, the service, the start and the
 * number.
 */
function Head({ visit: { appointment } }: { visit: Visit }) {
  const { openDetails } = useActions();
  const { id, date, time, about, doctor, serviceName, status, arrivedAt, startedAt, personContact } =
    appointment;
  const since = startedAt ?? arrivedAt;
  const when = `${nameOfDay(date, useToday())}, ${formatTime(time)}`;
  const parts = [
    about,
    when,
    doctor,
    serviceName,
    since !== null && `${startedAt ? 'In' : 'Here'} since ${clock(since)}`,
  ];
  return (
    <div className={classes.head}>
      <span>{parts.filter(Boolean).join(' · ')}</span>
      {personContact !== null && <ContactLink contact={personContact} />}
      {status !== 'scheduled' && <StatusBadge status={status} />}
      <Button variant="subtle" size="compact-sm" onClick={() => openDetails(id)}>
        Details
      </Button>
    </div>
  );
}

function clock(instant: string): string {
  return formatTime(indiaTime(new Date(instant)));
}

interface FootProps {
  visit: Visit;
  actions: ReturnType<typeof useAppointmentActions>['actions'];
  onClose: () => void;
}

/** Renders the remaining actions, and the end of the visit, which returns to the queue. */
function Foot({ visit: { appointment }, actions, onClose }: FootProps) {
  const { startedAt, may } = appointment;
  return (
    <div className={classes.foot}>
      <TakeMoney appointment={appointment} />
      <span className={classes.gap} />
      {may.includes('start') && startedAt === null && (
        <Button variant="default" onClick={() => void actions.toggleStarted(appointment)}>
          Start
        </Button>
      )}
      {may.includes('complete') && (
        <Button onClick={() => (onClose(), void actions.complete(appointment))}>Complete</Button>
      )}
      {!may.includes('complete') && <Button onClick={onClose}>Done</Button>}
    </div>
  );
}

function VisitSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="group" aria-busy aria-label="Loading" className={classes.card}>
      <SlowNotice onRetry={onRetry} />
      <Skeleton height={320} radius="md" />
      <Skeleton height={320} radius="md" />
    </div>
  );
}
