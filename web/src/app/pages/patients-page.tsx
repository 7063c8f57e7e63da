import { useNavigate, useSearch } from '@tanstack/react-router';
import { PatientScreen } from '../../modules/bookings/patients/patient-screen.tsx';
import { PatientsScreen } from '../../modules/bookings/patients/patients-screen.tsx';
import { isId } from '../routing/search-params.ts';

interface PatientSearch {
  search?: string;
  /** The id of the patient whose page is shown. */
  patient?: string;
}

/** The list of patients (customers of a turf), or one of them, as the search parameters say. */
export function PatientsPage() {
  const { search = '', patient } = patientSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: { search: string; patient?: string }, replace = false) =>
    void navigate({ to: '.', search: () => patientSearch(next), replace });
  if (patient) return <PatientScreen id={patient} onBack={() => go({ search })} onOpen={(id) => go({ search, patient: id })} />;
  return (
    <PatientsScreen search={search} onSearchChange={(words) => go({ search: words }, true)} onOpen={(id) => go({ search, patient: id })} />
  );
}

function patientSearch({ search, patient }: Record<string, unknown>): PatientSearch {
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { search: search.slice(0, 100) }),
    ...(isId(patient) && { patient }),
  };
}
