/**
 * Places each table on a cluster of Citus, and lists the objects that stay there. A migration that
 * adds a table or a trigger adds it here; otherwise a test over the catalogue fails.
 */

/**
 * The tables on every node: rows of every business refer to them, or the policies of their names
 * check for colleagues. They are small, and seldom written.
 */
export const referenceTables = ['users', 'plans', 'tenants', 'memberships'] as const;

/**
 * The tables divided among the workers by `tenant_id`: all rows of a business are on one. The
 * others are colocated with the first.
 */
export const distributedTables = [
  'appointments',
  'patients',
  'drawers',
  'drawer_closes',
  'drawer_entries',
  'payments',
  'charges',
  'discounts',
  'book_names',
  'paper_settings',
  'service_taxes',
  'paper_series',
  'papers',
  'credit_dismissals',
  'closings',
  'closing_bookings',
  'files',
  'visit_notes',
  'whatsapp_messages',
  'whatsapp_words',
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
  'notice_settings',
  'notice_channels',
  'sms_texts',
  'notices',
  'replies',
  'opt_outs',
  'online_booking',
  'online_service_payments',
  'former_slugs',
  'booking_requests',
  'number_proofs',
  'known_devices',
  'online_orders',
  'online_payments',
  'online_events',
  'online_accounts',
  'online_refunds',
  'tenant_integrations',
  'day_tallies',
  'payment_tallies',
  'change_stamps',
  'integrity_checks',
  'archives',
  'imports',
  'import_rows',
  'audit_log',
  'audit_chain',
  'audit_waiting',
  'outbox',
  'idempotency_keys',
] as const;

/**
 * The tables on the coordinator: those without a business, and those with a key that does not begin
 * with it, such as an order of a payment.
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
  'platform_marks',
  'rate_limits',
  'mail_counts',
  'notice_templates',
  'schema_migrations',
] as const;

/**
 * The triggers that stay, as `table.trigger`: they change or refuse their own row, are on the
 * coordinator, or write a row of their row's business, as a function that runs on its worker may.
 * All others are dropped.
 */
export const keptTriggers = [
  'appointments.refuse_illegal_transition',
  'audit_log.wait_for_chain',
  'charges.refuse_too_many_charges',
  'discounts.refuse_too_many_discounts',
  'notices.refuse_settled_notice',
  'papers.refuse_too_many_papers',
  'patients.refuse_merge_chain',
  'patients.refuse_merge_into_nobody',
  'payments.refuse_overdrawn_payment',
  'payments.refuse_too_many_payments',
  'payment_orders.refuse_payment_going_back',
  'platform_admins.lock_super_admins',
  'platform_admins.keep_a_super_admin',
  'sessions.announce_session_end',
] as const;

/**
 * The triggers that `npm run distribute` drops, as `table.trigger`. Some notify, which a worker's
 * triggers cannot do for the coordinator's listeners: the verbs announce the changes after their
 * commit. Others read another table, as a worker's may not: the verbs hold the drawer's row, and read the
 * lock of the month.
 */
export const droppedTriggers = [
  'appointments.refuse_locked_booking',
  'appointments.refuse_locked_change',
  'appointments.refuse_locked_fee',
  'appointments.refuse_locked_fee_change',
  'charges.refuse_locked_money',
  'discounts.refuse_locked_money',
  'drawer_entries.refuse_closed_drawer',
  'invitations.announce_staff',
  'memberships.announce_staff',
  'online_refunds.refuse_overdrawn_refund',
  'papers.refuse_overlowered_paper',
  'payments.refuse_closed_drawer',
  'payments.refuse_locked_money',
  'payments.refuse_open_correction',
] as const;

/**
 * The foreign keys that are not restored, as `table.foreign key`: Citus accepts none that empties a
 * column next to `tenant_id`. The verb does that.
 */
export const droppedForeignKeys = ['resources.resources_member'] as const;

/**
 * The functions that run whole on a business's worker, as `name(types)`; their first argument is
 * the business, `tenant uuid`.
 */
export const delegatedFunctions: readonly string[] = [];
