import { useNavigate, useSearch } from '@tanstack/react-router';
import { PatientScreen } from '../../modules/bookings/patients/patient-screen.tsx';
import { PatientsScreen } from '../../modules/bookings/patients/patients-screen.tsx';
import { patientSearch } from '../routing/patient-search.ts';

/** The people of the bookings, or one of them, as the address says. */
export function PatientsPage() {
  const { search = '', patient } = patientSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: { search: string; patient?: string }, replace = false) =>
    void navigate({ to: '.', search: () => patientSearch(next), replace });
  if (patient) return <PatientScreen id={patient} onBack={() => go({ search })} />;
  return (
    <PatientsScreen search={search} onSearchChange={(words) => go({ search: words }, true)} onOpen={(id) => go({ search, patient: id })} />
  );
}
