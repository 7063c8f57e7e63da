import { type AuditAction, auditActions } from '@samay/contract/audit/audit-actions';
import type { BusinessType } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';

/**
 * Returns the text of an action: `appointment.cancelled` → `Appointment cancelled`, or `Booking
 * cancelled` at a turf.
 */
export function actionName(action: string, businessType: BusinessType = 'doctor'): string {
  if (action === 'platform.appointments_viewed')
    return `The platform viewed the ${wording[businessType].bookings}`;
  const known = Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : null;
  if (known !== null) return known;
  const text = (businessType === 'turf' ? action.replace(/^appointment\./, 'booking.') : action).replaceAll(
    /[._]/g,
    ' ',
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}
