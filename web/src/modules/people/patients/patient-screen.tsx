import { Button, Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { PatientDetails } from '@samay/contract/people/patients';
import { formatDate, formatTime } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { ContactLink } from '../../../ui/controls/contact-link.tsx';
import { absent } from '../../bookings/wording.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { onePatient } from './api.ts';
import { BookButton } from './book-button.tsx';
import { HistorySection } from './history-section.tsx';
import { HouseholdSection, MergesSection } from './household-section.tsx';
import classes from './patient-screen.module.css';
import { getDue } from './owing.ts';
import { PersonButtons } from './person-buttons.tsx';
import { usePatientWording } from './wording.ts';

const OwingSection = lazy(async () => ({
  default: (await loadChunk(() => import('./owing-section.tsx'))).OwingSection,
}));

interface PatientScreenProps {
  id: string;
  onBack: () => void;
  /** Opens the page of another person. */
  onOpen: (id: string) => void;
  /** Renders the notices about the person's bookings, which belong to another feature. */
  Notices: ComponentType<{ id: string }>;
}

/**
 * Renders the page of one person: contact, next booking, totals, dues, household, merges and
 * history.
 */
export function PatientScreen({ id, onBack, onOpen, Notices }: PatientScreenProps) {
  const { permissions, tenant } = useSession();
  const mayWrite = permissions.includes('people.write') && tenant?.suspended !== true;
  const { title, loadFailed, gone, goneHint } = usePatientWording();
  const { data, error, isFetching, refetch } = useQuery(onePatient(id));
  // Detects a deleted person, also while the page is open: the last booking may be corrected to
  // another person.
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Stack gap="lg">
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {title}
        </Button>
      </div>
      {isGone && <EmptyState text={gone} hint={goneHint} />}
      {error && !data && !isGone && (
        <FailureNotice text={errorText(error, loadFailed)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <PatientSkeleton />}
      {data && !isGone && (
        <>
          <Head patient={data} mayWrite={mayWrite} />
          <Figures patient={data} />
          {(data.owing.length > 0 || data.householdOwing.length > 0) && (
            <Suspense fallback={<Skeleton height={160} radius="lg" />}>
              <OwingSection patient={data} />
            </Suspense>
          )}
          {data.household.length > 0 && (
            <HouseholdSection patient={data} mayWrite={mayWrite} onOpen={onOpen} />
          )}
          {data.merges.length > 0 && <MergesSection patient={data} mayWrite={mayWrite} onOpen={onOpen} />}
          <Notices id={data.id} />
          <HistorySection id={id} />
        </>
      )}
    </Stack>
  );
}

function Head({ patient, mayWrite }: { patient: PatientDetails; mayWrite: boolean }) {
  const { name, email, contact, about, nextVisit } = patient;
  const { openDetails } = useActions();
  const mayBook = useMayBook();
  return (
    <div className={classes.head}>
      <div className={classes.who}>
        <Title order={1}>{name}</Title>
        <p className={classes.reach}>
          {about !== undefined && <span>{about}</span>}
          {contact !== null && <ContactLink contact={contact} />}
          {email === null ? <span>Email: {absent}</span> : <a href={`mailto:${email}`}>{email}</a>}
        </p>
      </div>
      <Group gap="sm">
        {nextVisit && (
          <Button variant="default" onClick={() => openDetails(nextVisit.id)}>
            Next visit: {formatDate(nextVisit.date)}, {formatTime(nextVisit.time)}
          </Button>
        )}
        {mayBook && <BookButton patient={patient} />}
        {mayWrite && <PersonButtons patient={patient} />}
      </Group>
    </div>
  );
}

function Figures({ patient }: { patient: PatientDetails }) {
  const { bookings } = usePatientWording();
  const figures = [
    { name: `All ${bookings}`, value: formatCount(patient.bookings) },
    { name: 'Completed', value: formatCount(patient.completed) },
    { name: 'No-show', value: formatCount(patient.noShows) },
    { name: 'Cancelled', value: formatCount(patient.cancelled) },
    { name: 'Revenue', value: formatRupees(patient.revenue) },
    { name: 'Due', value: formatRupees(getDue(patient.owing)) },
    ...(patient.advance > 0 ? [{ name: 'Advance', value: formatRupees(patient.advance) }] : []),
    { name: 'Last visit', value: patient.lastVisit ? formatDate(patient.lastVisit) : '—' },
  ];
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4, lg: figures.length }} spacing="sm" m={0}>
      {figures.map(({ name, value }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </SimpleGrid>
  );
}

function PatientSkeleton() {
  return (
    <Stack gap="lg" role="group" aria-busy aria-label="Loading">
      <Skeleton height={56} width={280} />
      <Skeleton height={72} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </Stack>
  );
}
