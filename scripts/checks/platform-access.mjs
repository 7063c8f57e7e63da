import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of the server that may run work outside of any business (`asPlatform`, `asJob`), each with its reason: that work sees every row of
 * every business. Anything else runs in one business (`inTenant`). The list is exact: a file that is missing fails, and so does one too many.
 */
export const platformAccess = {
  'server/src/demo/fill.ts': 'The demo writes people and several businesses into an empty database.',
  'server/src/modules/audit/log/audit.ts':
    "A refused attempt of a person without a business is noted in the platform's own log; that of a member is written inside their business.",
  'server/src/modules/audit/log/chain.ts': 'The job chains the waiting audit rows of all businesses in one order.',
  'server/src/modules/audit/support-access/give-reason.ts':
    'A super admin belongs to no business, and the reasons they give (look_reasons) are kept from businesses.',
  'server/src/modules/bookings/files/sweep.ts': 'The job compares the stored files of all businesses with their rows.',
  'server/src/modules/identity/account/delete-account.ts': 'Password hashes and the deletion mark of a person belong to no business.',
  'server/src/modules/identity/account/show-deletion.ts':
    "Reads the caller's password hash and platform rights, which no business may read.",
  'server/src/modules/identity/google-sign-in/begin.ts': 'Before sign-in no business is known.',
  'server/src/modules/identity/google-sign-in/complete.ts':
    'Before sign-in no business is known; the address is looked up over all businesses.',
  'server/src/modules/identity/google-sign-in/show-link.ts': 'Linked Google accounts belong to the person and are kept from businesses.',
  'server/src/modules/identity/google-sign-in/unlink.ts': 'Linked Google accounts belong to the person and are kept from businesses.',
  'server/src/modules/identity/passwords/forget-old-links.ts': 'The job deletes old mailed links of all people.',
  'server/src/modules/identity/passwords/open-link.ts': 'A mailed link is opened before sign-in, when no business is known.',
  'server/src/modules/identity/passwords/request-recovery.ts': 'The mail is queued before sign-in, for no business.',
  'server/src/modules/identity/passwords/send-link.ts':
    'Looks an address up over all businesses and writes mailed_links, which are kept from businesses.',
  'server/src/modules/identity/passwords/set-password.ts':
    "Changes a person's password and sessions before sign-in, and may create or join a business in the same transaction.",
  'server/src/modules/identity/passwords/start-business.ts': 'The mail is queued before the business exists.',
  'server/src/modules/identity/profile/change.ts': "A person's own row in users belongs to no business; businesses may only read it.",
  'server/src/modules/identity/second-factor/confirm.ts': 'Second factors belong to the person and are kept from businesses.',
  'server/src/modules/identity/second-factor/prove.ts': 'Second factors belong to the person and are kept from businesses.',
  'server/src/modules/identity/second-factor/show.ts': 'Second factors belong to the person and are kept from businesses.',
  'server/src/modules/identity/second-factor/start.ts': 'Second factors belong to the person and are kept from businesses.',
  'server/src/modules/identity/session/end-own-sessions.ts': 'Sessions belong to the person, who may have no business.',
  'server/src/modules/identity/session/forget-old.ts': 'The job deletes old sessions of all people.',
  'server/src/modules/identity/session/list-sessions.ts': 'Sessions belong to the person, who may have no business.',
  'server/src/modules/identity/session/open-session.ts': 'Sessions belong to the person; at sign-in no business is known.',
  'server/src/modules/identity/session/refresh.ts': 'A session is found by its refresh cookie before its person or business is known.',
  'server/src/modules/identity/session/sign-in.ts': 'The address and the password hash are looked up over all businesses before sign-in.',
  'server/src/modules/identity/session/sign-out.ts': 'Sessions belong to the person, who may have no business.',
  'server/src/modules/platform/access/list-audit.ts': 'A super admin reads the audit log of the platform and of all businesses.',
  'server/src/modules/platform/access/look-into.ts': 'A super admin belongs to no business; the look is noted in the one that they read.',
  'server/src/modules/platform/billing/change-plan-terms.ts': 'The price list belongs to the platform.',
  'server/src/modules/platform/billing/list-payments.ts': 'A super admin lists the payments of all businesses.',
  'server/src/modules/platform/billing/list-plans.ts': 'A super admin reads the price list and counts the businesses of each plan.',
  'server/src/modules/platform/billing/list-subscriptions.ts': 'A super admin lists the subscriptions of all businesses.',
  'server/src/modules/platform/billing/list-unplaced-payments.ts': 'Payments without an order belong to no business.',
  'server/src/modules/platform/erasure/erase.ts': 'The job finds deleted businesses and people, and erases their rows everywhere.',
  'server/src/modules/platform/integrity/run-checks.ts': 'The job checks the audit chains and tallies of all businesses in turn.',
  'server/src/modules/platform/overview/get-analytics.ts': 'A super admin sees sums over all businesses.',
  'server/src/modules/platform/overview/get-overview.ts': 'A super admin sees sums over all businesses.',
  'server/src/modules/platform/tenants/add-tenant.ts': 'A super admin creates a business; before it exists nothing can run inside it.',
  'server/src/modules/platform/tenants/change-plan.ts': "The subscription of a business is the platform's to write.",
  'server/src/modules/platform/tenants/change-status.ts': "The status of a business is the platform's to write.",
  'server/src/modules/platform/tenants/delete-tenant.ts':
    "The deletion mark of a business is the platform's to write, and ends the sessions of its people.",
  'server/src/modules/platform/tenants/get-tenant.ts':
    'A super admin reads a business and its people from outside, with the reason that they gave.',
  'server/src/modules/platform/tenants/list-tenants.ts': 'A super admin lists all businesses.',
  'server/src/modules/platform/tenants/restore-tenant.ts': "The deletion mark of a business is the platform's to write.",
  'server/src/modules/platform/users/delete-user.ts': "The deletion mark of a person is the platform's to write.",
  'server/src/modules/platform/users/end-user-sessions.ts': 'Sessions belong to the person, not to a business.',
  'server/src/modules/platform/users/list-users.ts': 'A super admin lists the people of all businesses.',
  'server/src/modules/platform/users/restore-user.ts': "The deletion mark of a person is the platform's to write.",
  'server/src/modules/public/site/prices.ts': 'The public pages show the price list; no business is known.',
  'server/src/modules/reach/booking-mails/mail.ts': 'A delivery reads one booking, and the daily count of an address over all businesses.',
  'server/src/modules/reach/calendar/begin.ts': 'The attempt to connect is kept beside those of sign-in, for no business.',
  'server/src/modules/reach/calendar/complete.ts': 'The attempt to connect is found by its state, kept beside those of sign-in.',
  'server/src/modules/reach/calendar/revoke.ts': 'A delivery revokes a token whose business may be deleted.',
  'server/src/modules/reach/calendar/sync-event.ts': 'A delivery reads one booking and the calendar of its business.',
  'server/src/modules/reach/webhooks/send.ts': 'A delivery reads one booking and the receiver of its business.',
  'server/src/modules/tenancy/onboarding/complete.ts':
    "Type, status and whether a business is set up are the platform's to write (migration 0013).",
  'server/src/modules/tenancy/payments/answer-verified.ts': 'Reads the price list for a payer who may not be signed in.',
  'server/src/modules/tenancy/payments/find-paid-plan.ts': "A payment's order is found over all businesses.",
  'server/src/modules/tenancy/payments/grant.ts': 'A payment is matched to its order over all businesses, and may create one.',
  'server/src/modules/tenancy/payments/keep-payments.ts': 'The job asks about the open orders of all businesses, and deletes old events.',
  'server/src/modules/tenancy/payments/list-plans.ts': 'Reads the price list for anybody; no business is known.',
  'server/src/modules/tenancy/payments/place-order.ts': 'Payment orders are kept from businesses, so that no business can change one.',
  'server/src/modules/tenancy/payments/process-events.ts': 'The events of the payment provider name orders of all businesses.',
  'server/src/modules/tenancy/payments/receive-event.ts': 'The events of the payment provider name orders of all businesses.',
  'server/src/modules/tenancy/payments/reconcile.ts':
    'The job asks the payment provider about the open orders of all businesses, and deletes old events.',
  'server/src/modules/tenancy/payments/return.ts': 'The payer comes from another site without a session, so no business is known.',
  'server/src/modules/tenancy/payments/verify.ts': 'The payer may not be signed in; the order is found over all businesses.',
  'server/src/modules/tenancy/staff/change.ts':
    "A super admin's change asks platform_admins under the same lock; changes by the business's own people run inside it.",
  'server/src/modules/tenancy/staff/context.ts': "A super admin's reasons for support access (look_reasons) are kept from businesses.",
  'server/src/modules/tenancy/subscriptions/end-unpaid-plans.ts':
    'The job finds unpaid plans over all businesses; businesses may not write their own subscriptions.',
  'server/src/outbox/deliver.ts': 'The worker takes the due deliveries of all businesses and of the platform, and notes their outcome.',
  'server/src/outbox/forget-delivered.ts': 'The job deletes old deliveries of all businesses.',
  'server/src/outbox/is-behind.ts': 'Readiness asks whether any delivery is overdue.',
  'server/src/outbox/mail-counts.ts': 'The counts of mails to an address are over all businesses, and kept from them.',
  'server/src/process/demo-checks.ts': 'A start asks whether the database was filled with the demo, before anybody signs in.',
  'server/src/scheduled-jobs/forget-idempotency-keys.ts': 'The job deletes old idempotency keys of all businesses.',
  'server/src/scheduled-jobs/move-data.ts': 'A data move changes rows of all businesses in steps.',
};

/**
 * The files that may make the id of a business to run work in (`tenantIdOf`, or a context by `systemContext` or `guestContext`), each with the
 * source of the id, which is never the request. The list is exact too.
 */
export const tenantIdSources = {
  'server/src/context/business-context.ts': 'Makes the contexts of jobs, deliveries and guests from the ids that its callers have read.',
  'server/src/http/authenticate.ts': "The rows of the caller's session.",
  'server/src/modules/bookings/files/open.ts': 'The rows of the session that the signed link names.',
  'server/src/modules/platform/access/look-into.ts': 'A row that a super admin read with a reason.',
  'server/src/modules/platform/tenants/get-tenant.ts': 'A row that a super admin read with a reason.',
  'server/src/modules/tenancy/businesses/open-tenant.ts': 'The row of a business that this transaction creates.',
  'server/src/modules/tenancy/staff/context.ts': 'A row that a super admin read with a reason.',
  'server/src/modules/tenancy/subscriptions/end-unpaid-plans.ts': 'A subscription that the job has read.',
};

/** The paths of the sources that mention `asPlatform` or `asJob`, sorted. */
export function platformCallers(sources) {
  return callersOf(sources, /\b(?:asPlatform|asJob)\b/, 'server/src/db/tenant.ts');
}

/** The paths of the sources that make the id of a business, sorted. */
export function tenantIdMakers(sources) {
  return callersOf(sources, /\b(?:tenantIdOf|systemContext|guestContext)\b/, 'server/src/context/tenant-id.ts');
}

/** What differs between a list and the callers: files that are not listed, and listed files that do not call. */
export function differences(list, callers) {
  const listed = Object.keys(list);
  return [
    ...callers.filter((path) => !listed.includes(path)).map((path) => `not listed: ${path}`),
    ...listed.filter((path) => !callers.includes(path)).map((path) => `listed without a call: ${path}`),
  ];
}

/** The sources of the server without its tests, as path and text. */
export function sourcesOf(root) {
  return readdirSync(join(root, 'server/src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') }));
}

/** `definition` is the file that exports the functions. Comments do not count. */
function callersOf(sources, pattern, definition) {
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm;
  return sources
    .filter(({ path, text }) => path !== definition && pattern.test(text.replaceAll(comment, ' ')))
    .map(({ path }) => path)
    .toSorted();
}
