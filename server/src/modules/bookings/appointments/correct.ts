import { type Appointment, type Corrections, isReachable } from '@samay/contract/bookings/appointments';
import { invalidEmail } from '@samay/contract/core/text';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { changeAppointment } from './change.ts';
import type { AppointmentRow } from './queries.ts';
import type { AppointmentChanges } from './queries.ts';

interface Input {
  readonly params: { id: string };
  readonly body: Corrections;
}

/**
 * Corrects payment, amount and the person's details of a booking. Omitted fields stay; the audit
 * row names the changed ones. An email may be removed where a contact number remains. The booking
 * then belongs to the person whom it names (decision 0027).
 */
export async function correctAppointment(
  context: TenantContext,
  { params, body }: Input,
): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'recordPayment',
    otherwise: 'access.denied',
    action: 'corrected',
    announced: (values, { status }) =>
      values.person_name !== undefined && status === 'scheduled' ? 'renamed' : 'details_corrected',
    set: (booking) => {
      const changed = changedColumns(columnsOf(body), booking);
      // A value that stands already is no conflict: the request was repeated, or two desks took one
      // payment.
      const isSeen = body.amountBefore === undefined || body.amountBefore === booking.amount_paise;
      assertThat(changed === null || isSeen, 'payment.changed');
      return changed;
    },
  });
}

function columnsOf(body: Input['body']): AppointmentChanges {
  return {
    ...(body.amount !== undefined && { amount_paise: body.amount }),
    ...(body.paymentMethod !== undefined && { payment_method: body.paymentMethod || null }),
    ...(body.paymentId !== undefined && { payment_id: body.paymentId || null }),
    ...(body.personName !== undefined && { person_name: body.personName }),
    ...(body.personEmail !== undefined && { person_email: body.personEmail }),
    ...(body.personContact !== undefined && { person_contact: body.personContact || null }),
  };
}

function changedColumns(columns: AppointmentChanges, booking: AppointmentRow): AppointmentChanges | null {
  const changed = Object.entries(columns).filter(
    ([name, value]) => booking[name as keyof AppointmentRow] !== value,
  );
  const { person_email: personEmail, person_contact: personContact } = { ...booking, ...columns };
  if (!isReachable({ personEmail, personContact }))
    throw new AppError('request.invalid', { fields: { personEmail: invalidEmail } });
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
