import type { BusinessType } from '@samay/contract/core/roles';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { WebhookName } from '@samay/contract/reach/webhooks';

interface Booking {
  readonly tenantId: string;
  readonly appointmentId: string;
  readonly personName: string;
  readonly doctor: string | null;
  readonly startsAt: Date;
  readonly businessType: BusinessType | null;
}

/** The body of a webhook, exactly as specification 7, "Webhooks", gives it. Dates and times are in India. */
export function webhookBodyOf(name: WebhookName, booking: Booking): Record<string, string | null> {
  const { tenantId, appointmentId, personName, doctor, startsAt, businessType } = booking;
  const [date, time] = [indiaDate(startsAt), indiaTime(startsAt)];
  if (name === 'calendar_event') return { tenant_id: tenantId, startDateTime: `${date}T${time}:00+05:30`, summary: personName };
  return {
    appointment_id: appointmentId,
    appointment_date: date,
    appointment_time: time,
    ...(businessType === 'turf' ? { customer_name: personName } : { patient_name: personName, doctor }),
    action: 'cancel',
  };
}
