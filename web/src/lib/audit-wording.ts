import type { BusinessType } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';

/** The texts for actions whose name alone would not be understood. */
const names: Readonly<Record<string, string>> = {
  'platform.reason_given': 'The platform gave a reason for access',
  'platform.schedule_viewed': 'The platform viewed the schedule',
  'platform.availability_viewed': 'The platform viewed services and hours',
  'platform.slots_viewed': 'The platform viewed the free times',
  'platform.tenant_viewed': 'The platform viewed the business',
  'platform.staff_viewed': 'The platform viewed the staff',
  'platform.audit_viewed': 'The platform viewed this log',
  'platform.users_listed': 'The platform listed the users',
  'session.started': 'Signed in',
  'session.refused': 'Sign-in refused',
  'session.assured': 'Confirmed with a code',
  'session.code_refused': 'Wrong code',
  'appointment.credit_dismissed': 'Credit note not needed',
  'appointment.no_show': 'Marked as no-show',
  'appointment.completion_undone': 'Completion undone',
  'appointment.uncancelled': 'Cancellation undone',
  'appointment.coming': 'Noted as coming',
  'appointment.coming_undone': 'Coming taken back',
  'appointment.arrived': 'Marked as arrived',
  'appointment.delayed': 'Noted as late',
  'appointment.delay_undone': 'Noted as on time',
  'people.corrected': 'Person corrected',
  'people.notices_ended': 'Person wants no more notices',
  'people.notices_allowed': 'Notices to a person allowed again',
  'people.merge_undone': 'Merge of people undone',
  'resource.late': 'Noted as running late',
  'resource.on_time': 'No longer running late',
  'appointment.called': 'Called on the board',
  'appointment.skipped': 'Skipped without an answer',
  'appointment.skip_undone': 'Back in the queue',
  'appointment.started': 'Started',
  'appointment.start_undone': 'Start undone',
  'money.refunded': 'Money given back',
  'money.online_released': 'Payment of the public page not taken',
  'money.online_refused': 'Payment of the public page could not be taken',
  'money.voided': 'Payment voided',
  'money.corrected': 'Payment corrected after a close',
  'money.charge_added': 'Charge added',
  'money.charge_removed': 'Charge removed',
  'money.charge_list_changed': 'List of charges changed',
  'money.discounted': 'Discount given',
  'money.advance_taken': 'Advance taken',
  'money.advance_refunded': 'Advance given back',
  'payment.unplaced': 'Payment without a plan',
  'closing.made': 'Hours closed',
  'closing.undone': 'Closing taken back',
  'appointment.links_ended': 'Link ended',
  'appointment.replies_read': 'Answers read',
  'appointment.notices_ended': 'No more notices wanted',
  'business_profile.own_booking_rules_changed': 'What people change themselves changed',
  'business_profile.board_changed': 'Board changed',
  'business_profile.board_address_ended': 'Address of the board ended',
  'business_profile.waiting_room_changed': 'Waiting room changed',
  'business_profile.online_booking_changed': 'Public page changed',
  'booking_request.made': 'Time asked for on the public page',
  'money.refund_asked': 'Money asked back from the payment provider',
  'money.refund_failed': 'Refund online failed',
  'money.refund_done': 'Unplaced payment given back',
  'money.refund_twice': 'Money went back twice',
  'money.refund_retried': 'Refund online tried again',
  'money.refund_noted': 'Refund online given back another way',
  'booking_request.paid': 'UTR typed on the public page',
  'booking_request.declined': 'Request declined',
  'booking_request.withdrawn': 'Request taken back by the visitor',
  'closing.rules_changed': 'Who may close a day changed',
  'subscription.days_extended': 'First days extended',
  'import.added': 'File added to be brought in',
  'import.words_chosen': 'Chosen what words of a file name',
  'import.started': 'Bringing in of a file started',
  'import.done': 'File brought in',
  'import.undo_started': 'Taking back of a file started',
  'import.undone': 'File taken back',
  'integrity.broken': 'A check of stored data found an error',
  'identity.linked': 'Google linked',
  'identity.unlinked': 'Google unlinked',
  'factor.enabled': 'Two-step verification turned on',
  'factor.disabled': 'Two-step verification turned off',
};

/**
 * Returns the text of an action: `appointment.cancelled` → `Appointment cancelled`, or `Booking
 * cancelled` at a turf.
 */
export function actionName(action: string, businessType: BusinessType = 'doctor'): string {
  if (action === 'platform.appointments_viewed')
    return `The platform viewed the ${wording[businessType].bookings}`;
  const known = Object.hasOwn(names, action) ? names[action] : undefined;
  if (known !== undefined) return known;
  const text = (businessType === 'turf' ? action.replace(/^appointment\./, 'booking.') : action).replaceAll(
    /[._]/g,
    ' ',
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}
