import type { BusinessType } from '@samay/contract/core/roles';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { WebhookName } from '@samay/contract/reach/webhooks';

interface Booking {
  readonly tenantId: string;
  readonly appointmentId: string;
  readonly personName: string;
  readonly doctor: string | null;
  readonly startsAt: Date;
  readonly minutes: number;
  /** The doctor or court that it occupies. */
  readonly resource: string | null;
  readonly service: string | null;
  readonly businessType: BusinessType | null;
}

/**
 * Creates the body of a webhook: the agreed fields literally (P-12.14), and the occupation of the
 * booking. Dates and times are India's, the duration is in minutes; unknown is null.
 */
export function makeWebhookBody(name: WebhookName, booking: Booking): Record<string, string | number | null> {
  const { tenantId, appointmentId, personName, doctor, startsAt, businessType, resource, service, minutes } =
    booking;
  const occupied = { resource, service, duration_minutes: minutes };
  const [date, time] = [indiaDate(startsAt), indiaTime(startsAt)];
  if (name === 'calendar_event') {
    return {
      tenant_id: tenantId,
      startDateTime: `${date}T${time}:00+05:30`,
      summary: personName,
      ...occupied,
    };
  }
  return {
    appointment_id: appointmentId,
    appointment_date: date,
    appointment_time: time,
    ...(businessType === 'turf' ? { customer_name: personName } : { patient_name: personName, doctor }),
    action: 'cancel',
    ...occupied,
  };
}
