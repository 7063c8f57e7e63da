export interface PatientSearch {
  search?: string;
  /** The id of the one person that is shown. */
  patient?: string;
}

/** What the address of the people's page says, cleaned of what it cannot mean. */
export function patientSearch(raw: Record<string, unknown>): PatientSearch {
  const { search, patient } = raw;
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { search: search.slice(0, 100) }),
    ...(typeof patient === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(patient) && { patient }),
  };
}
