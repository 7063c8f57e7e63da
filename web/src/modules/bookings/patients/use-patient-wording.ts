import { useSession } from '../../../lib/session/session.tsx';
import { patientWording } from './wording.ts';

/** The words of the business that is signed in. */
export function usePatientWording() {
  return patientWording(useSession().businessType ?? 'doctor');
}
