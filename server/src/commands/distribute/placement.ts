/**
 * Where each table is on a cluster of Citus, and what it keeps there. A migration that adds a table
 * or a trigger adds it here; a test over the catalogue fails otherwise.
 */

/**
 * On every node, since rows of every business refer to them, or the policies of their names ask who
 * is a colleague. They are small, and written seldom.
 */
export const referenceTables = ['users', 'plans', 'tenants', 'memberships'] as const;

/**
 * Divided among the workers by `tenant_id`: all rows of a business are on one. The first is the one
 * that the others are placed like.
 */
export const distributedTables = [
  'appointments',
  'patients',
  'files',
  'visit_notes',
  'calendar_events',
  'claims',
  'resources',
  'services',
  'service_resources',
  'price_rules',
  'weekly_hours',
  'hour_exceptions',
  'business_profiles',
  'subscriptions',
  'invitations',
  'webhooks',
  'booking_mails',
  'tenant_integrations',
  'day_tallies',
  'payment_tallies',
  'change_stamps',
  'integrity_checks',
  'audit_log',
  'audit_chain',
  'audit_waiting',
  'outbox',
  'idempotency_keys',
] as const;

/**
 * On the coordinator: those without a business, and those with a key that does not begin with it,
 * such as an order of a payment.
 */
export const localTables = [
  'sessions',
  'support_access_reasons',
  'identities',
  'second_factors',
  'recovery_codes',
  'oauth_attempts',
  'mailed_links',
  'platform_admins',
  'payment_orders',
  'payment_events',
  'unplaced_payments',
  'erasures',
  'installation',
  'keyring',
  'platform_marks',
  'rate_limits',
  'mail_counts',
  'schema_migrations',
] as const;

/**
 * `table.trigger` of those that stay: they change or refuse their own row, are on the coordinator,
 * or write beside each row one of its business's, as a function that runs on its worker may. All
 * others are dropped.
 */
export const keptTriggers = [
  'appointments.refuse_illegal_transition',
  'audit_log.wait_for_chain',
  'patients.refuse_merge_chain',
  'patients.refuse_merge_into_nobody',
  'payment_orders.refuse_payment_going_back',
  'platform_admins.lock_super_admins',
  'platform_admins.keep_a_super_admin',
  'sessions.announce_session_end',
] as const;

/**
 * `table.trigger` of those that `npm run distribute` drops: they notify, which a worker's triggers
 * cannot do for the coordinator's listeners. The verbs announce the same after their commit.
 */
export const droppedTriggers = ['invitations.announce_staff', 'memberships.announce_staff'] as const;

/**
 * `table.foreign key` of those that are not added again: Citus takes none that empties a column
 * beside `tenant_id`. The verb does what it did.
 */
export const droppedForeignKeys = ['resources.resources_member'] as const;

/**
 * Functions whose first argument is the business, `tenant uuid`, and that run whole on its worker:
 * `name(types)`.
 */
export const delegatedFunctions: readonly string[] = [];
