import { useSession } from '../../../lib/session/session.tsx';
import { revenueWording } from './wording.ts';

/** The words of the business that is signed in. */
export function useRevenueWording() {
  return revenueWording[useSession().businessType ?? 'doctor'];
}
