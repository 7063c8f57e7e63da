import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of the server that may run work outside of any business (`asPlatform`,
 * `readInOneMessageAsPlatform`, `writeInOneMessageAsPlatform`, `asJob`, `asLimiter`), each with its
 * reason: that work sees every row of every business. Any other work runs in one business:
 * `inTenant`, or `inTenantAsPlatform` for the files of the second list. The list is exact: a
 * missing file fails, and so does an additional one.
 */
export const platformAccess = {
  'server/src/backup/check-restored.ts':
    'A drill looks at what the secrets of a restored copy open, over all people.',
  'server/src/commands/installation.ts': 'The success of a backup is marked for the platform.',
  'server/src/commands/local-server.ts': 'The success of a backup is marked for the platform.',
  'server/src/demo/fill.ts': 'The demo writes people and several businesses into an empty database.',
  'server/src/demo/index.ts': 'A start asks whether anybody is in the database yet, before anybody signs in.',
  'server/src/http/limits/shared-limiter.ts':
    'Limits count people and addresses before a business is known, over all servers (asLimiter).',
  'server/src/modules/archives/making/jobs.ts':
    'The jobs find archives that wait or are over, of all businesses (asJob).',
  'server/src/modules/archives/making/make.ts':
    'Progress and end of a try are written by the job, because a business may not change its archives (asJob).',
  'server/src/modules/archives/stored/removal.ts': 'A business may not change its archives (asJob).',
  'server/src/modules/audit/log/audit.ts':
    "A refused attempt of a person without a business is noted in the platform's own log; that of a member is written inside their business.",
  'server/src/modules/audit/log/chain.ts':
    'The job chains the queued audit rows of all businesses in one order.',
  'server/src/modules/audit/support-access/access-reason.ts':
    'A super admin belongs to no business, and the reasons they give (support_access_reasons) are kept from businesses.',
  'server/src/modules/bookings/online-refunds/send.ts':
    'The job finds the refunds of all businesses whose answer is late (asJob).',
  'server/src/modules/files/uploads/check-contents.ts':
    'A drill compares the file store with the rows of all businesses (asJob).',
  'server/src/modules/files/uploads/sweep.ts':
    'The sweep compares the file store with the rows of all businesses.',
  'server/src/modules/identity/account/change-profile.ts':
    "A person's own row in users belongs to no business; businesses may only read it.",
  'server/src/modules/identity/account/delete-account.ts':
    'Password hash, platform rights and deletion mark of a person belong to no business.',
  'server/src/modules/identity/account/own-password.ts': 'A password hash belongs to no business.',
  'server/src/modules/identity/delete-old-rows.ts':
    'The jobs delete old sessions and mailed links of all people.',
  'server/src/modules/identity/google-sign-in/sign-in.ts':
    'Before sign-in no business is known; the address is looked up over all businesses.',
  'server/src/modules/identity/google-sign-in/link.ts':
    'Linked Google accounts belong to the person and are kept from businesses.',
  'server/src/modules/identity/passwords/request-link.ts':
    'The email is queued before sign-in, for no business.',
  'server/src/modules/identity/passwords/send-link.ts':
    'Looks an address up over all businesses and writes mailed_links, which are kept from businesses.',
  'server/src/modules/identity/passwords/set-password.ts':
    "Changes a person's password and sessions before sign-in, and may create or join a business in the same transaction.",
  'server/src/modules/identity/second-factor/enrol.ts':
    'Second factors belong to the person and are kept from businesses.',
  'server/src/modules/identity/second-factor/prove.ts':
    'Second factors belong to the person and are kept from businesses.',
  'server/src/modules/identity/second-factor/change.ts':
    'Second factors belong to the person and are kept from businesses.',
  'server/src/modules/identity/session/open-session.ts':
    'Sessions belong to the person; at sign-in no business is known.',
  'server/src/modules/identity/session/refresh.ts':
    'A session is found by its refresh cookie before its person or business is known.',
  'server/src/modules/identity/session/sign-in.ts':
    'The address and the password hash are looked up over all businesses before sign-in.',
  'server/src/modules/identity/session/sign-out.ts':
    'Sessions belong to the person, who may have no business.',
  'server/src/modules/identity/sessions/own-sessions.ts':
    'Sessions belong to the person, who may have no business.',
  'server/src/modules/imports/running/advance.ts':
    'The job finds imports that wait, of all businesses; an undo deletes people, as only the platform may (asJob).',
  'server/src/modules/imports/running/forget.ts':
    'The job deletes old rows of files, of all businesses (asJob).',
  'server/src/modules/platform/access/list-audit.ts':
    "A super admin reads the platform's own log or that of a chosen business.",
  'server/src/modules/platform/admin/run-command.ts':
    'A command of the operator works on people, businesses and effects of the whole platform.',
  'server/src/modules/platform/billing/billing.ts':
    'A super admin lists orders and unplaced payments of all businesses.',
  'server/src/modules/platform/erasure/ledger.ts':
    'The ledger of erasures belongs to the platform, and a restore ends the sessions of everybody.',
  'server/src/modules/platform/erasure/erase.ts':
    'Erasure finds what is due in all businesses and deletes across tables, also what the business itself may not delete.',
  'server/src/modules/platform/integrity/checks.ts': 'A drill runs the checks of all businesses.',
  'server/src/modules/platform/integrity/run-checks.ts':
    "The checks of stored data walk through all businesses and write the platform's audit log.",
  'server/src/modules/platform/outbox/replay.ts': 'A super admin sends what failed again, of all businesses.',
  'server/src/modules/platform/overview/get-analytics.ts':
    "The platform's numbers are counted over all businesses.",
  'server/src/modules/platform/overview/get-overview.ts':
    "The platform's numbers are counted over all businesses.",
  'server/src/modules/platform/status/get-status.ts': 'A super admin reads how the whole installation does.',
  'server/src/modules/platform/tenants/tenants.ts':
    'A super admin changes plan, status or deletion of a business, and ends the sessions of its people.',
  'server/src/modules/platform/tenants/read-as-support.ts':
    'The business is looked up and the access noted before the read runs inside the business.',
  'server/src/modules/platform/users/users.ts':
    'A super admin deletes, restores or signs out a person, who is not a row of one business.',
  'server/src/modules/online-payments/account/find.ts':
    'The business of a signed address is found by its short id; its account is then read inside it.',
  'server/src/modules/reach/sms/receive-report.ts':
    'The business of a signed address is found by its short id; its notices are then changed inside it.',
  'server/src/modules/public/online/settings.ts':
    'A slug is of the whole installation: another business may have it.',
  'server/src/modules/public/paying/forget.ts':
    'The job forgets the people of old orders, and old events, of all businesses (asJob).',
  'server/src/modules/public/paying/reconcile.ts': 'The job finds the due orders of all businesses.',
  'server/src/modules/public/proofs/forget.ts':
    'The job deletes the old forms and known devices of all businesses (asJob).',
  'server/src/modules/public/requests/forget.ts':
    'The job deletes the old requests of all businesses (asJob).',
  'server/src/modules/public/board/find.ts':
    'The business of a signed address is found by its short id; its board is then read inside it.',
  'server/src/modules/public/own-booking/find.ts':
    'The business of a signed link is found by its short id; the booking is then read inside it.',
  'server/src/modules/public/site/prices.ts':
    'The landing page shows the plans to visitors without a session.',
  'server/src/modules/reach/booking-mails/send-booking-mail.ts':
    'The daily limit of an address counts emails of all businesses; the booking itself is read inside its business.',
  'server/src/modules/reach/channels/note-text.ts':
    'WhatsApp names the account of a text: the installation, or the businesses whose own number is of it.',
  'server/src/modules/reach/channels/register-texts.ts':
    'The registered texts are those of the installation, in a table that is kept for the platform, and the job finds the own numbers of all businesses.',
  'server/src/modules/reach/reminders/begin-reminders.ts':
    'An hourly job finds the businesses that mailed their people before there were reminders (asJob).',
  'server/src/modules/reach/notices/find-told.ts':
    'An answer names no business: the one that wrote to the number last is found by the hash of the number.',
  'server/src/modules/reach/notices/forget-replies.ts':
    'The job deletes old replies, of all businesses (asJob).',
  'server/src/modules/reach/sending/send-reminder.ts':
    'The daily limit of an address counts emails of all businesses together.',
  'server/src/modules/reach/calendar/begin.ts':
    'An OAuth attempt is kept in a platform table without a business, under hashes alone.',
  'server/src/modules/reach/calendar/complete.ts': 'An OAuth attempt is taken from the same platform table.',
  'server/src/modules/tenancy/payments/verify.ts':
    'The payer may not be signed in; the order is found over all businesses.',
  'server/src/modules/tenancy/payments/apply-payment.ts':
    'A payment is matched to its order over all businesses, and may create one.',
  'server/src/modules/tenancy/payments/order.ts':
    'Reads the price list for a payer without a business; an upgrade reads it inside the business.',
  'server/src/modules/tenancy/payments/process-events.ts':
    'The events of the payment provider name orders of all businesses.',
  'server/src/modules/tenancy/payments/receive-event.ts':
    'The events of the payment provider name orders of all businesses.',
  'server/src/modules/tenancy/payments/reconcile.ts':
    'The job asks the payment provider about the open orders of all businesses, and deletes old events.',
  'server/src/modules/tenancy/payments/return-from-checkout.ts':
    'The payer comes from another site without a session, so no business is known.',
  'server/src/modules/tenancy/staff/context.ts':
    "A super admin's reasons for support access (support_access_reasons) are kept from businesses.",
  'server/src/modules/tenancy/subscriptions/end-unpaid-plans.ts':
    'The job finds unpaid plans over all businesses; each is ended inside its business.',
  'server/src/modules/tenancy/subscriptions/tell-first-days.ts':
    'The job finds first days that end over all businesses; each is told of inside its business.',
  'server/src/modules/tenancy/subscriptions/tell-nearly-full.ts':
    'The job finds plans that are nearly used up over all businesses; each is told of inside its business.',
  'server/src/modules/tenancy/subscriptions/show-subscription.ts':
    'Lists the plans for anybody; no business is known.',
  'server/src/outbox/delete-finished.ts':
    'A daily job over all businesses deletes delivered and given-up effects (asJob).',
  'server/src/outbox/deliver.ts':
    'The worker claims due effects of all businesses at once and notes each outcome in columns that a business itself may not write.',
  'server/src/outbox/handle-events.ts':
    'The worker lists due events of all businesses at once, and postpones what failed in columns that a business itself may not write.',
  'server/src/outbox/is-overdue.ts':
    'Readiness asks whether any business has an effect that nobody delivers.',
  'server/src/outbox/mail-counts.ts':
    'The daily limit of an address counts emails of all businesses together; the table is kept for the platform.',
  'server/src/outbox/turns.ts': 'The outbox of all businesses is claimed in rounds over them.',
  'server/src/process/demo-checks.ts':
    'A start asks whether the database was filled with the demo, before anybody signs in.',
  'server/src/process/metrics/stored-numbers.ts':
    'Metrics count the outbox and the checks of all businesses, and read the marks of the platform.',
  'server/src/process/key-store.ts':
    'A start asks whether the keys of what the database holds are here, before anybody signs in.',
  'server/src/scheduled-jobs/delete-old-idempotency-keys.ts': 'A job over all businesses (asJob).',
  'server/src/scheduled-jobs/index.ts': 'The success of a job is marked for the platform (asJob).',
};

/**
 * The files that may run work of one business with the platform's rights (`inTenantAsPlatform`),
 * each with the action that a business itself may not do. Row security confines such work in the
 * tables that it uses (confine_platform in server/schema) and in no others, so a new file here is
 * checked for the tables it reads. The list is exact.
 */
export const platformRightsInTenant = {
  'server/src/modules/archives/making/make.ts': 'A business may not say that its archive is ready.',
  'server/src/modules/tenancy/onboarding/complete.ts':
    'A business may not write its type, its status or whether it is set up.',
  'server/src/modules/tenancy/setup-checklist/setup-checklist.ts':
    'Over several nodes a membership, which is on each, is written with a lock that a business may not take (decision 0075).',
  'server/src/modules/tenancy/staff/change.ts':
    'A business may not write roles or end sessions, and a super admin is no member of the business.',
  'server/src/modules/tenancy/staff/list.ts':
    "A business may not read a super admin's reason for support access (support_access_reasons).",
  'server/src/modules/tenancy/subscriptions/end-unpaid-plans.ts':
    'A business may not write its own subscription; each plan that the job has found ends inside its business.',
  'server/src/modules/tenancy/subscriptions/tell-first-days.ts':
    'A business may not write its own subscription; what its owners were told is marked inside the business.',
  'server/src/modules/tenancy/subscriptions/tell-nearly-full.ts':
    'A business may not write its own subscription; what its owners were told is marked inside the business.',
};

/**
 * The files that may create the id of a business to run work in (`tenantIdOf`, or a context by
 * `systemContext` or `guestContext`), each with the source of the id, which is never the request.
 * The list is exact too.
 */
export const tenantIdSources = {
  'server/src/modules/bookings/online-refunds/send.ts': 'The row of a refund whose answer is late.',
  'server/src/context/business-context.ts':
    'Makes the contexts of jobs, deliveries and guests from the ids that its callers have read.',
  'server/src/demo/money.ts': 'A business that this transaction writes.',
  'server/src/modules/archives/downloads/open.ts': 'The rows of the session that the signed link names.',
  'server/src/modules/archives/making/make.ts': 'The row of an archive that waits.',
  'server/src/modules/public/channel-reports/handle-events.ts':
    'A name of ours that WhatsApp repeats under its signature, or the row of the latest message to a number.',
  'server/src/modules/reach/notices/find-told.ts':
    'A name of ours that WhatsApp repeats under its signature.',
  'server/src/modules/reach/notices/note-report.ts':
    'A name of ours that WhatsApp repeats under its signature.',
  'server/src/modules/identity/session/authenticate.ts': "The rows of the caller's session.",
  'server/src/modules/files/downloads/open.ts': 'The rows of the session that the signed link names.',
  'server/src/modules/imports/adding/add.ts': 'The session of the owner who adds the file.',
  'server/src/modules/imports/running/advance.ts': 'The row of an import that waits.',
  'server/src/modules/platform/tenants/tenants.ts': 'A row that a super admin read with a reason.',
  'server/src/modules/platform/tenants/read-as-support.ts': 'A row that a super admin read with a reason.',
  'server/src/modules/reach/calendar/revoke.ts':
    'A payload that the server wrote; its token decrypts for that business alone.',
  'server/src/modules/public/online/shown.ts': 'The row of the business that has the slug of an address.',
  'server/src/modules/public/board/find.ts': 'The row of the business whose short id a signed address has.',
  'server/src/modules/public/paying/apply.ts':
    'The business whose account proved the payment, or whose order a job or a visitor of its page has.',
  'server/src/modules/public/paying/reconcile.ts': 'The row of an order that was not answered for yet.',
  'server/src/modules/public/paying/settle.ts': 'The business of the payment, as its caller has it.',
  'server/src/modules/public/own-booking/find.ts':
    'The row of the business whose short id a signed link has.',
  'server/src/modules/online-payments/account/find.ts':
    'The row of the business whose short id a signed address has.',
  'server/src/modules/reach/sms/receive-report.ts':
    'The row of the business whose short id a signed address has.',
  'server/src/modules/tenancy/businesses/create-tenant.ts':
    'The row of a business that this transaction creates.',
  'server/src/modules/tenancy/staff/context.ts': 'A row that a super admin read with a reason.',
  'server/src/modules/tenancy/subscriptions/end-unpaid-plans.ts': 'A subscription that the job has read.',
  'server/src/modules/tenancy/subscriptions/tell-first-days.ts': 'A subscription that the job has read.',
  'server/src/modules/tenancy/subscriptions/tell-nearly-full.ts': 'A subscription that the job has read.',
  'server/src/outbox/handle-events.ts': 'The rows of the events that are handled.',
  'server/src/outbox/handler.ts': 'The row of the effect that is delivered.',
};

/**
 * Lists the paths of the sources that mention `asPlatform`, `readInOneMessageAsPlatform`,
 * `writeInOneMessageAsPlatform`, `asJob` or `asLimiter`, sorted.
 */
export function platformCallers(sources) {
  return findCallers(
    sources,
    /\b(?:asPlatform|readInOneMessageAsPlatform|writeInOneMessageAsPlatform|asJob|asLimiter)\b/,
    ['server/src/db/tenant.ts', 'server/src/db/read-in-one-message.ts'],
  );
}

/** Lists the paths of the sources that mention `inTenantAsPlatform`, sorted. */
export function platformRightsCallers(sources) {
  return findCallers(sources, /\binTenantAsPlatform\b/, ['server/src/db/tenant.ts']);
}

/** Lists the paths of the sources that create the id of a business, sorted. */
export function tenantIdMakers(sources) {
  return findCallers(sources, /\b(?:tenantIdOf|systemContext|guestContext)\b/, [
    'server/src/context/tenant-id.ts',
  ]);
}

/**
 * Compares a list with the callers: returns files that are not listed, and listed files that do not
 * call.
 */
export function differences(list, callers) {
  const listed = Object.keys(list);
  return [
    ...callers.filter((path) => !listed.includes(path)).map((path) => `not listed: ${path}`),
    ...listed.filter((path) => !callers.includes(path)).map((path) => `listed without a call: ${path}`),
  ];
}

/** Reads the sources of the server without its tests, as path and text. */
export function sourcesOf(root) {
  return readdirSync(join(root, 'server/src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') }));
}

/**
 * Lists the callers; `definitions` are the files that export the functions. Comments do not count.
 */
function findCallers(sources, pattern, definitions) {
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm;
  return sources
    .filter(({ path, text }) => !definitions.includes(path) && pattern.test(text.replaceAll(comment, ' ')))
    .map(({ path }) => path)
    .toSorted();
}
