import { Skeleton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PatientScreen } from '../../modules/people/patients/patient-screen.tsx';
import { PatientsScreen } from '../../modules/people/patients/patients-screen.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { isDay, isId } from '../routing/search-params.ts';

const PersonNotices = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/reach/notices/person-notices.tsx'))).PersonNotices,
}));

interface PatientSearch {
  search?: string;
  /** The days of the first visit, to which the list is limited: YYYY-MM-DD. */
  since?: string;
  until?: string;
  /** The id of the patient whose page is shown. */
  patient?: string;
}

/** Renders the list of patients (customers of a turf), or one of them, by the search parameters. */
export function PatientsPage() {
  const { search = '', patient, ...days } = patientSearch(useSearch({ strict: false }));
  const { since, until } = days;
  const navigate = useNavigate();
  const go = (next: PatientSearch, replace = false) =>
    void navigate({ to: '.', search: () => patientSearch({ ...next }), replace });
  const open = (id: string) => go({ ...days, search, patient: id });
  if (patient)
    return (
      <PatientScreen id={patient} onBack={() => go({ ...days, search })} onOpen={open} Notices={Notices} />
    );
  return (
    <PatientsScreen
      search={search}
      newIn={since !== undefined && until !== undefined ? { since, until } : undefined}
      onSearchChange={(words) => go({ ...days, search: words }, true)}
      onShowAll={() => go({ search })}
      onOpen={open}
    />
  );
}

function Notices({ id }: { id: string }) {
  return (
    <Suspense fallback={<Skeleton height={120} radius="lg" />}>
      <PersonNotices key={id} id={id} />
    </Suspense>
  );
}

function patientSearch({ search, since, until, patient }: Record<string, unknown>): PatientSearch {
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { search: search.slice(0, 100) }),
    ...(isDay(since) && isDay(until) && since <= until && { since, until }),
    ...(isId(patient) && { patient }),
  };
}
