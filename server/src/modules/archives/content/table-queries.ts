import type { Schema } from '../../../db/schema.ts';

type Table = keyof Schema;

/** A table that is in an archive whole, a row a line of JSON. */
export interface ArchivedTable {
  readonly name: Table;
  /** The key without the business: the columns by which its rows are paged, with their types. */
  readonly key: Readonly<Record<string, string>>;
  /** The columns that the database computes: they are in no archive. */
  readonly computed?: readonly string[];
  /** The column that names another row of the table, which an import inserts first. */
  readonly follows?: string;
}

/**
 * The tables of a business that an archive has, in the order in which an import inserts them: each
 * names rows of those before it. A new table of a business has its place here or in `leftOut`; a test
 * over the catalogue finds one that has none.
 */
export const archivedTables: readonly ArchivedTable[] = [
  { name: 'business_profiles', key: {} },
  { name: 'services', key: { id: 'uuid' } },
  {
    name: 'resources',
    key: { id: 'uuid' },
    computed: ['name_key', 'is_part', 'whole_is_part'],
    follows: 'whole_id',
  },
  { name: 'service_resources', key: { service_id: 'uuid', resource_id: 'uuid' } },
  { name: 'price_rules', key: { service_id: 'uuid', position: 'int' } },
  { name: 'service_taxes', key: { service_id: 'uuid', holds_from: 'date' } },
  { name: 'weekly_hours', key: { id: 'uuid' } },
  { name: 'hour_exceptions', key: { id: 'uuid' } },
  { name: 'paper_settings', key: {} },
  { name: 'whatsapp_words', key: { kind: 'text', language: 'text' } },
  { name: 'booking_mails', key: {} },
  { name: 'notice_settings', key: {} },
  { name: 'sms_texts', key: { language: 'text' } },
  { name: 'online_booking', key: {} },
  { name: 'online_service_payments', key: { service_id: 'uuid' } },
  { name: 'opt_outs', key: { address: 'text' } },
  { name: 'book_names', key: { user_id: 'uuid' } },
  { name: 'closings', key: { id: 'uuid' } },
  { name: 'patients', key: { id: 'uuid' }, computed: ['search_text'], follows: 'merged_into' },
  { name: 'appointments', key: { id: 'uuid' }, computed: ['starts_at', 'search_text'] },
  { name: 'files', key: { id: 'uuid' } },
  { name: 'claims', key: { id: 'uuid' }, computed: ['during'] },
  { name: 'charges', key: { id: 'uuid' }, follows: 'of_id' },
  { name: 'discounts', key: { id: 'uuid' } },
  { name: 'drawers', key: { id: 'uuid' } },
  { name: 'payments', key: { id: 'uuid' }, computed: ['taken_on'] },
  { name: 'drawer_closes', key: { id: 'uuid' } },
  { name: 'drawer_entries', key: { id: 'uuid' } },
  { name: 'paper_series', key: { series: 'text' } },
  { name: 'papers', key: { id: 'uuid' }, follows: 'of_id' },
  { name: 'credit_dismissals', key: { id: 'uuid' } },
  { name: 'closing_bookings', key: { closing_id: 'uuid', appointment_id: 'uuid' } },
  { name: 'visit_notes', key: { appointment_id: 'uuid' } },
  { name: 'whatsapp_messages', key: { id: 'uuid' } },
  { name: 'notices', key: { id: 'uuid' } },
  { name: 'booking_requests', key: { id: 'uuid' } },
  { name: 'replies', key: { id: 'uuid' } },
  { name: 'day_tallies', key: { day: 'date' } },
  { name: 'payment_tallies', key: { day: 'date', payment_method: 'text' } },
];

/** The log, which an archive has and an import does not take: its acts were those of another installation. */
export const auditTable: ArchivedTable = {
  name: 'audit_log',
  key: { at: 'timestamptz', id: 'uuid' },
  computed: ['noun'],
};

/** The tables with rows of a business that are in no archive, each with the reason. */
export const leftOut: Readonly<Partial<Record<Table, string>>> = {
  memberships: 'Accounts are of the installation; staff.ndjson has names, addresses and roles.',
  invitations: 'staff.ndjson has those that are open; their links are of the installation.',
  subscriptions: 'The plan is of the installation.',
  payment_orders: 'What the business paid to the installation.',
  mailed_links: 'Secrets of the installation.',
  support_access_reasons: 'Of sessions of the platform.',
  tenant_integrations: 'Holds a secret of the installation; the calendar is connected again.',
  calendar_events: 'Names events that only the connection of this installation may change.',
  notice_channels: 'Holds a secret of the installation, and what it counts; WhatsApp is turned on again.',
  online_accounts: 'Holds secrets of the installation; the keys of Razorpay are entered again.',
  webhooks: 'Holds a secret of the installation; the addresses are entered again.',
  change_stamps: 'Of screens; the manifest has the number of the last reference.',
  idempotency_keys: 'Replies to requests of the last day.',
  outbox: 'Effects that this installation delivers.',
  audit_chain: 'Hashes of this installation’s chain.',
  audit_waiting: 'Acts that wait for the chain.',
  integrity_checks: 'The progress of checks of this installation.',
  former_slugs: 'Addresses of the installation.',
  number_proofs:
    'Forms that wait for a code, kept for a day; those that an email proved until their booking is over.',
  known_devices: 'Secrets of the installation: a device proves its number again.',
  online_orders: 'Forms that wait for a payment; what they became are bookings.',
  online_payments:
    'Of the account at the payment provider, which is connected again; payments.ndjson has the money.',
  online_refunds: 'Of the account at the payment provider; payments.ndjson has the money that went back.',
  online_events: 'Reports of that account, kept for thirty days.',
  archives: 'The archives themselves.',
  imports: 'Files that were brought in; what they became is in the archive.',
  import_rows: 'Rows of those files, kept until the undo is over.',
};
