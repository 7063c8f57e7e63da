import * as account from './identity/account.ts';
import * as appointments from './bookings/appointments.ts';
import * as archives from './archives/archives.ts';
import * as audit from './audit/audit-log.ts';
import * as bookingMails from './reach/booking-mails.ts';
import * as notices from './reach/notices.ts';
import * as bookingWarnings from './bookings/booking-warnings.ts';
import * as businessDetails from './tenancy/business-details.ts';
import * as calendar from './reach/calendar.ts';
import * as closes from './ledger/closes.ts';
import * as closings from './bookings/closings.ts';
import * as dashboard from './desk/dashboard.ts';
import * as daySheet from './desk/day-sheet.ts';
import * as calls from './bookings/calls.ts';
import * as lateness from './bookings/lateness.ts';
import * as delays from './bookings/delays.ts';
import * as deliveries from './reach/deliveries.ts';
import * as chargeList from './ledger/charge-list.ts';
import * as drawers from './ledger/drawers.ts';
import type { AnyEndpoint } from './core/endpoint.ts';
import * as slots from './availability/slots.ts';
import * as setupChecklist from './tenancy/setup-checklist.ts';
import * as files from './files/files.ts';
import * as summary from './desk/summary.ts';
import * as googleSignIn from './identity/google-sign-in.ts';
import * as importFiles from './imports/files.ts';
import * as imports from './imports/imports.ts';
import * as importWords from './imports/words.ts';
import * as health from './platform/health.ts';
import * as hours from './availability/hours.ts';
import * as live from './reach/live.ts';
import * as supportAccess from './audit/support-access.ts';
import * as money from './bookings/money.ts';
import * as moneyLock from './tenancy/money-lock.ts';
import * as moneyRules from './ledger/money-rules.ts';
import * as received from './ledger/received.ts';
import * as onboarding from './tenancy/onboarding.ts';
import * as paperMonths from './invoicing/paper-months.ts';
import * as papers from './invoicing/papers.ts';
import * as paperSettings from './invoicing/paper-settings.ts';
import * as toBill from './invoicing/to-bill.ts';
import * as transitions from './bookings/transitions.ts';
import * as passwords from './identity/passwords.ts';
import * as payments from './tenancy/payments.ts';
import * as patients from './people/patients.ts';
import * as people from './people/people.ts';
import * as resources from './availability/resources.ts';
import * as reports from './desk/reports.ts';
import * as revenue from './desk/revenue.ts';
import * as platform from './platform/tenants.ts';
import * as platformAvailability from './platform/tenant-availability.ts';
import * as platformBilling from './platform/billing.ts';
import * as platformStatus from './platform/status.ts';
import * as platformStaff from './platform/tenant-staff.ts';
import * as platformUsers from './platform/users.ts';
import * as profile from './identity/profile.ts';
import * as board from './public/board.ts';
import * as onlineBooking from './public/online-booking.ts';
import * as bookingRequests from './public/requests.ts';
import * as onlineRefunds from './bookings/online-refunds.ts';
import * as ownBooking from './bookings/own-booking.ts';
import * as waitingRoom from './bookings/waiting-room.ts';
import * as prescriptions from './bookings/prescriptions.ts';
import * as queue from './desk/queue.ts';
import * as schedule from './desk/schedule.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as services from './availability/services.ts';
import * as series from './bookings/series.ts';
import * as session from './identity/session.ts';
import * as smsSettings from './reach/sms-settings.ts';
import * as staff from './tenancy/staff.ts';
import * as sessions from './identity/sessions.ts';
import * as subscriptions from './tenancy/subscriptions.ts';
import * as onlineAccount from './online-payments/account.ts';
import * as overbooking from './availability/overbooking.ts';
import * as whatsAppMessages from './bookings/whatsapp-messages.ts';
import * as tomorrow from './bookings/tomorrow.ts';
import * as upi from './tenancy/upi.ts';
import * as visits from './desk/visits.ts';
import * as webhooks from './reach/webhooks.ts';

/**
 * The endpoints of the server by name, collected from the files of the contract: it contains every
 * exported endpoint.
 */
export const endpoints = {
  ...getEndpoints(account),
  ...getEndpoints(appointments),
  ...getEndpoints(archives),
  ...getEndpoints(importFiles),
  ...getEndpoints(imports),
  ...getEndpoints(importWords),
  ...getEndpoints(audit),
  ...getEndpoints(bookingMails),
  ...getEndpoints(notices),
  ...getEndpoints(bookingWarnings),
  ...getEndpoints(businessDetails),
  ...getEndpoints(calendar),
  ...getEndpoints(closes),
  ...getEndpoints(closings),
  ...getEndpoints(dashboard),
  ...getEndpoints(daySheet),
  ...getEndpoints(calls),
  ...getEndpoints(delays),
  ...getEndpoints(lateness),
  ...getEndpoints(deliveries),
  ...getEndpoints(chargeList),
  ...getEndpoints(drawers),
  ...getEndpoints(setupChecklist),
  ...getEndpoints(files),
  ...getEndpoints(prescriptions),
  ...getEndpoints(summary),
  ...getEndpoints(googleSignIn),
  ...getEndpoints(health),
  ...getEndpoints(hours),
  ...getEndpoints(live),
  ...getEndpoints(supportAccess),
  ...getEndpoints(money),
  ...getEndpoints(moneyLock),
  ...getEndpoints(moneyRules),
  ...getEndpoints(received),
  ...getEndpoints(onboarding),
  ...getEndpoints(paperMonths),
  ...getEndpoints(papers),
  ...getEndpoints(paperSettings),
  ...getEndpoints(toBill),
  ...getEndpoints(transitions),
  ...getEndpoints(passwords),
  ...getEndpoints(payments),
  ...getEndpoints(patients),
  ...getEndpoints(people),
  ...getEndpoints(resources),
  ...getEndpoints(reports),
  ...getEndpoints(revenue),
  ...getEndpoints(platform),
  ...getEndpoints(platformAvailability),
  ...getEndpoints(platformBilling),
  ...getEndpoints(platformStaff),
  ...getEndpoints(platformStatus),
  ...getEndpoints(platformUsers),
  ...getEndpoints(profile),
  ...getEndpoints(queue),
  ...getEndpoints(schedule),
  ...getEndpoints(secondFactor),
  ...getEndpoints(services),
  ...getEndpoints(series),
  ...getEndpoints(session),
  ...getEndpoints(smsSettings),
  ...getEndpoints(slots),
  ...getEndpoints(staff),
  ...getEndpoints(sessions),
  ...getEndpoints(subscriptions),
  ...getEndpoints(overbooking),
  ...getEndpoints(board),
  ...getEndpoints(onlineAccount),
  ...getEndpoints(onlineBooking),
  ...getEndpoints(bookingRequests),
  ...getEndpoints(onlineRefunds),
  ...getEndpoints(ownBooking),
  ...getEndpoints(waitingRoom),
  ...getEndpoints(whatsAppMessages),
  ...getEndpoints(tomorrow),
  ...getEndpoints(upi),
  ...getEndpoints(visits),
  ...getEndpoints(webhooks),
} satisfies Record<string, AnyEndpoint>;

/** The exports of a file that are endpoints, without schemas, types and functions. */
type EndpointsOf<File> = {
  readonly [Name in keyof File as File[Name] extends AnyEndpoint ? Name : never]: File[Name];
};

function getEndpoints<File extends object>(file: File): EndpointsOf<File> {
  return Object.fromEntries(
    Object.entries(file).filter(([, value]) => isEndpoint(value)),
  ) as EndpointsOf<File>;
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}
