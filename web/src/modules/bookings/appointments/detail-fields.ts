import type { Appointment } from '@samay/contract/bookings/appointments';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatRupees } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatDate, formatInstant, formatTime } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { isOutOfFreeDays } from '../lowered-text.ts';
import { aboutLabel, absent } from '../wording.ts';

export interface DetailField {
  readonly label: string;
  readonly text: string;
}

export const contactLabel = 'Contact';
export const statusLabel = 'Status';
export const doctorLabel = capitalise(wording.doctor.resource);

/**
 * Lists the fields of the details in the agreed order, then the booking's resource, service and
 * price. The prescription comes between `before` and `after`. Agreed fields that are absent are
 * `N/A`, all others are left out.
 */
export function detailFields(
  appointment: Appointment,
  businessType: BusinessType,
): { before: DetailField[]; after: DetailField[] } {
  const isDoctor = businessType === 'doctor';
  const contact = field(contactLabel, appointment.personContact);
  const email = field('Email', appointment.personEmail);
  const date = formatDate(appointment.date);
  const time = formatTime(appointment.time);
  return {
    before: [
      field('Booking Reference', appointment.reference),
      field(isDoctor ? 'Patient Name' : 'Customer Name', appointment.personName),
      ...(appointment.about === undefined ? [] : [field(aboutLabel(appointment.about), appointment.about)]),
      ...(isDoctor ? [field(doctorLabel, appointment.doctor), contact, email] : [email, contact]),
      ...(isDoctor
        ? [field('Date', date), field('Time', `${time} IST`)]
        : [field('Date & Time', `${date}, ${time} IST`)]),
      ...(appointment.token === undefined ? [] : [field('Token', tokenText(appointment))]),
      field(statusLabel, statusName[appointment.status]),
      ...(appointment.isOnline ? [field('Booked', 'On the public page')] : []),
      ...(appointment.guestNote === undefined
        ? []
        : [field(isDoctor ? 'Patient’s Note' : 'Customer’s Note', appointment.guestNote)]),
      ...cancellationFields(appointment),
      field('Payment Amount', appointment.amount === null ? null : formatRupees(appointment.amount)),
      ...feeFields(appointment),
      field('Payment Method', appointment.paymentMethod),
      field('Payment ID', appointment.paymentId),
      ...occupationFields(appointment, isDoctor),
    ],
    after: [
      field('Created At', formatInstant(appointment.createdAt)),
      field('Last Updated', formatInstant(appointment.updatedAt)),
    ],
  };
}

/** Formats the number of a person, with how often they were called. */
function tokenText({ token = '', calls = 0, isSkipped }: Appointment): string {
  if (isSkipped) return `${token}, skipped`;
  if (calls === 0) return token;
  return `${token}, called ${calls === 1 ? 'once' : `${calls} times`}`;
}

/** Lists when a booking was cancelled, the user who did it, and the reason if one was given. */
function cancellationFields({ cancellation }: Appointment): DetailField[] {
  if (cancellation === null) return [];
  const { at, by, reason } = cancellation;
  return [
    field('Cancelled', `${formatInstant(at)}${by === null ? '' : ` by ${by}`}`),
    ...(reason ? [field('Reason', reason)] : []),
  ];
}

/** Names the day on which the amount of a cancelled or missed booking was kept as a fee. */
function feeFields({ amount, keptOn }: Appointment): DetailField[] {
  if (keptOn === undefined) return [];
  return [field('Cancellation Fee', `${formatRupees(amount ?? 0)}, kept on ${formatDate(keptOn)}`)];
}

function occupationFields(appointment: Appointment, isDoctor: boolean): DetailField[] {
  const { serviceName, duration, endTime, resourceName, price, discount, discountGiven, overbookedReason } =
    appointment;
  return [
    field('Service', serviceName),
    field('Ends', `${formatTime(endTime)} IST, after ${duration} min`),
    ...(isDoctor || resourceName === null ? [] : [field('Court', resourceName)]),
    ...(price === null ? [] : [field('Price', priceText(appointment))]),
    ...(discount === 0 && discountGiven === undefined ? [] : [field('Discount', discountText(appointment))]),
    ...(appointment.isLocked ? [field('Locked', lockedText)] : []),
    ...(overbookedReason === null ? [] : [field('Booked over another', overbookedReason)]),
  ];
}

const lockedText = 'Amounts, price, discount and status stay. What is taken or given back now counts today.';

/** Formats the discount, with the one that was given where the price has lowered it. */
function discountText({ price, discount, discountGiven }: Appointment): string {
  if (isOutOfFreeDays({ price, discount, discountGiven })) return 'None, outside its free days';
  if (discountGiven !== undefined)
    return `${formatRupees(discount)} of ${formatRupees(discountGiven)}, lowered with the price`;
  return discount === price ? 'No charge' : formatRupees(discount);
}

/** Formats the price, with the amount due, or the amount paid in excess. */
function priceText({ price, discount, amount, status }: Appointment): string {
  const text = formatRupees(price ?? 0);
  if (status !== 'scheduled' && status !== 'completed') return text;
  const due = (price ?? 0) - discount - (amount ?? 0);
  if (due === 0) return text;
  return due > 0 ? `${text}, ${formatRupees(due)} due` : `${text}, ${formatRupees(-due)} paid in advance`;
}

function field(label: string, text: string | null): DetailField {
  return { label, text: text === null || text === '' ? absent : text };
}
