import type { Appointment } from '@samay/contract/bookings/appointments';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatRupees } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatDate, formatInstant, formatTime } from '@samay/contract/core/time';
import { absent } from '../wording.ts';

export interface DetailField {
  readonly label: string;
  readonly text: string;
}

export const contactLabel = 'Contact';

/**
 * Lists the fields of the details in the specification's order, then the booking's resource,
 * service and price. The prescription comes between `before` and `after`.
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
      ...(isDoctor ? [field('Doctor', appointment.doctor), contact, email] : [email, contact]),
      ...(isDoctor
        ? [field('Date', date), field('Time', `${time} IST`)]
        : [field('Date & Time', `${date}, ${time} IST`)]),
      field('Status', statusName[appointment.status]),
      field('Payment Amount', appointment.amount === null ? null : formatRupees(appointment.amount)),
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

function occupationFields(appointment: Appointment, isDoctor: boolean): DetailField[] {
  const { serviceName, duration, endTime, resourceName, price, overbookedReason } = appointment;
  return [
    field('Service', serviceName),
    field('Ends', `${formatTime(endTime)} IST, after ${duration} min`),
    ...(isDoctor || resourceName === null ? [] : [field('Court', resourceName)]),
    ...(price === null ? [] : [field('Price', priceText(price, appointment.amount))]),
    ...(overbookedReason === null ? [] : [field('Booked over another', overbookedReason)]),
  ];
}

/** Formats the price, with the balance if less was paid. */
function priceText(price: number, amount: number | null): string {
  const due = price - (amount ?? 0);
  return due > 0 ? `${formatRupees(price)}, ${formatRupees(due)} due` : formatRupees(price);
}

function field(label: string, text: string | null): DetailField {
  return { label, text: text === null || text === '' ? absent : text };
}
