import { type BusinessType } from '@samay/contract/core/roles';
import { wording, type Wording } from '@samay/contract/core/wording';
import { useSession } from '../../../lib/session/session.tsx';
import { type ScreenWording, screenWording } from './wording.ts';

/** The signed-in business's own words; a clinic's where the type is not known. */
export function useWording(): ScreenWording & Pick<Wording, 'booking' | 'bookings' | 'limitReached'> & { businessType: BusinessType } {
  const businessType = useSession().businessType ?? 'doctor';
  const { booking, bookings, limitReached } = wording[businessType];
  return { ...screenWording[businessType], booking, bookings, limitReached, businessType };
}
