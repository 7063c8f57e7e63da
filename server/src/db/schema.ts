import type { ColumnType, Generated } from 'kysely';
import type {
  Appointments,
  Claims,
  ClosingBookings,
  Closings,
  Discounts,
  DrawerCloses,
  DrawerExpenses,
  Drawers,
  Papers,
  PaperSettings,
  Payments,
  Default,
  HourExceptions,
  PriceRules,
  Resources,
  Services,
  ServiceTaxes,
  Tellings,
  TellingWords,
  VisitNotes,
  WeeklyHours,
} from './booking-schema.ts';

/**
 * The tables as the migrations leave them; schema.test.ts compares this file with a migrated
 * database.
 */
export interface Schema {
  users: Users;
  platform_admins: { user_id: string };
  tenants: Tenants;
  memberships: Memberships;
  business_profiles: BusinessProfiles;
  sessions: Sessions;
  second_factors: SecondFactors;
  recovery_codes: { user_id: string; code_hash: string; used_at: Date | null };
  plans: Plans;
  subscriptions: Subscriptions;
  appointments: Appointments;
  files: Files;
  idempotency_keys: IdempotencyKeys;
  audit_log: AuditLog;
  audit_chain: AuditChain;
  audit_waiting: { tenant_id: string; audit_id: string; sequence: Generated<number> };
  integrity_checks: IntegrityChecks;
  outbox: Outbox;
  mailed_links: MailedLinks;
  invitations: Invitations;
  payment_orders: PaymentOrders;
  payment_events: PaymentEvents;
  unplaced_payments: UnplacedPayments;
  erasures: Erasures;
  identities: Identities;
  oauth_attempts: OauthAttempts;
  tenant_integrations: TenantIntegrations;
  calendar_events: CalendarEvents;
  webhooks: Webhooks;
  booking_mails: { tenant_id: string; is_on: boolean; updated_at: Date };
  patients: Patients;
  support_access_reasons: { session_id: string; tenant_id: string; reason: string; expires_at: Date };
  mail_counts: { address_hash: string; scope: string; period: string; sent: number; created_at: Date };
  day_tallies: DayTallies;
  payment_tallies: PaymentTallies;
  installation: { singleton: Default<boolean>; demo: Default<boolean>; encrypted_check: Buffer | null };
  change_stamps: { tenant_id: string; stamp: number; last_reference: number | null };
  resources: Resources;
  services: Services;
  service_resources: { tenant_id: string; service_id: string; resource_id: string };
  price_rules: PriceRules;
  weekly_hours: WeeklyHours;
  hour_exceptions: HourExceptions;
  claims: Claims;
  rate_limits: { key: string; points: number; expire: number };
  platform_marks: { name: string; at: Date; detail: ColumnType<unknown, string | undefined, string> };
  visit_notes: VisitNotes;
  payments: Payments;
  drawers: Drawers;
  drawer_closes: DrawerCloses;
  drawer_expenses: DrawerExpenses;
  discounts: Discounts;
  paper_settings: PaperSettings;
  service_taxes: ServiceTaxes;
  paper_series: { tenant_id: string; series: string; last_number: number };
  papers: Papers;
  tellings: Tellings;
  telling_words: TellingWords;
  closings: Closings;
  closing_bookings: ClosingBookings;
}

type Json<T> = ColumnType<T, string, string>;

interface Users {
  id: Generated<string>;
  email: string;
  email_key: string;
  full_name: string | null;
  password_hash: string | null;
  created_at: Default<Date>;
  deleted_at: Date | null;
}

interface Tenants {
  id: Generated<string>;
  name: string;
  status: Default<'active' | 'pending' | 'suspended'>;
  suspended_reason: string | null;
  suspended_until_paid: Default<boolean>;
  created_at: Default<Date>;
  deleted_at: Date | null;
}

interface Memberships {
  tenant_id: string;
  user_id: string;
  role: 'BUSINESS_OWNER' | 'BUSINESS_ADMIN' | 'DOCTOR' | 'EMPLOYEE';
  created_at: Default<Date>;
  setup_checklist_dismissed_at: Date | null;
  skipped_setup_steps: Default<string[]>;
}

export interface TimeSlot {
  start_time: string;
  end_time: string;
}

interface BusinessProfiles {
  tenant_id: string;
  email: string;
  business_type: 'doctor' | 'turf' | null;
  business_name: string | null;
  time_slots: ColumnType<TimeSlot[], string | undefined, string>;
  operating_days: Default<string[]>;
  onboarding_completed: Default<boolean>;
  updated_at: Default<Date>;
  employees_may_overbook: Default<boolean>;
  employees_may_close: Default<boolean>;
  one_drawer: Default<boolean>;
  count_first: Default<boolean>;
  employees_may_refund: Default<boolean>;
  doctor_discount_paise: Default<number | null>;
  employee_discount_paise: Default<number | null>;
  upi_id: string | null;
  address: string | null;
  telephone: string | null;
  registration_number: string | null;
  map_link: string | null;
  language: Default<'en' | 'hi' | 'mr'>;
}

interface Sessions {
  id: Generated<string>;
  user_id: string;
  device_hash: string;
  refresh_key: Buffer;
  refresh_counter: Default<number>;
  rotated_at: Date;
  remember: boolean;
  assurance: Default<'aal1' | 'aal2'>;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_because: string | null;
  user_agent: string | null;
  assured_at: Date | null;
  wrong_codes: Default<number>;
}

interface SecondFactors {
  user_id: string;
  encrypted_secret: Buffer;
  created_at: Date;
  verified_at: Date | null;
  last_step: Default<number>;
}

interface Plans {
  id: string;
  name: string;
  appointment_limit: number;
  monthly_price_paise: number;
}

interface Subscriptions {
  tenant_id: string;
  id: Generated<string>;
  plan_id: string;
  status: 'active' | 'ended';
  billing_cycle_start: string;
  billing_cycle_end: string;
  created_at: Default<Date>;
  paid_until: string | null;
  reminded_at: Date | null;
  own_limit: number | null;
  own_limit_until: string | null;
  told_percent: number | null;
  told_cycle: string | null;
}

interface PaymentOrders {
  id: Generated<string>;
  provider_order_id: string;
  kind: 'signup' | 'upgrade';
  email: string;
  email_key: string;
  business_name: string | null;
  tenant_id: string | null;
  ordered_by: string | null;
  plan_id: string;
  amount_paise: number;
  state: Default<'open' | 'expired' | 'paid' | 'granted'>;
  payment_id: string | null;
  reason: string | null;
  created_at: Date;
  paid_at: Date | null;
  claimed_by: string | null;
  claimed_at: Date | null;
  asked_at: Date | null;
}

interface PaymentEvents {
  event_id: string;
  kind: string;
  body: string;
  received_at: Date;
  processed_at: Date | null;
  outcome: string | null;
}

/**
 * Captured payments that gave no plan because they fit no open order; amounts in the smallest unit
 * of their currency.
 */
interface UnplacedPayments {
  id: Generated<string>;
  payment_id: string;
  provider_order_id: string | null;
  order_id: string | null;
  email: string | null;
  amount_paise: number;
  currency: string;
  reason: 'second_payment' | 'other_amount' | 'unknown_order';
  noted_at: Date;
}

interface Files {
  tenant_id: string;
  id: Generated<string>;
  appointment_id: string;
  display_name: string;
  media_type: 'image/jpeg' | 'image/png' | 'application/pdf';
  bytes: number;
  sha256: string;
  uploaded_by: string;
  created_at: Default<Date>;
}

interface IdempotencyKeys {
  tenant_id: string;
  key: string;
  request_hash: string;
  reply: Json<unknown> | null;
  created_at: Default<Date>;
}

interface AuditLog {
  tenant_id: string;
  id: Generated<string>;
  at: Date;
  actor_id: string | null;
  action: string;
  object: string;
  detail: Json<unknown>;
  request_id: string;
  noun: ColumnType<string, never, never>;
}

interface Erasures {
  kind: 'tenant' | 'user';
  subject_id: string;
  deleted_at: Date;
  erased_at: Date;
}

interface AuditChain {
  tenant_id: string;
  position: number;
  audit_id: string;
  audited_at: Date;
  hash: string;
}

interface Outbox {
  tenant_id: string;
  id: Generated<string>;
  kind: string;
  subject: string;
  payload: Json<unknown>;
  attempts: Default<number>;
  next_at: Date;
  delivered_at: Date | null;
  given_up_at: Date | null;
  last_error: string | null;
  created_at: Date;
  lease_until: Date | null;
  written_at: Generated<Date>;
}

interface MailedLinks {
  id: Generated<string>;
  token_hash: string;
  purpose: 'recovery' | 'signup' | 'invite';
  email: string;
  email_key: string;
  business_name: string | null;
  tenant_id: string | null;
  invitation_id: string | null;
  order_id: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

interface Invitations {
  tenant_id: string;
  id: Generated<string>;
  email: string;
  email_key: string;
  role: 'BUSINESS_OWNER' | 'BUSINESS_ADMIN' | 'DOCTOR' | 'EMPLOYEE';
  added_by: string | null;
  practitioner_id: string | null;
  is_new_practitioner: Generated<boolean>;
  created_at: Date;
  sent_at: Date;
  expires_at: Date;
  activated_at: Date | null;
  activated_by: string | null;
}

interface Identities {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Date;
}

interface OauthAttempts {
  state_hash: string;
  browser_hash: string;
  remember: boolean;
  expires_at: Date;
}

interface TenantIntegrations {
  tenant_id: string;
  integration_type: 'google_calendar';
  is_connected: boolean;
  needs_reconnect: Default<boolean>;
  integration_data: Json<unknown>;
  encrypted_token: Buffer | null;
  updated_at: Date;
}

interface CalendarEvents {
  tenant_id: string;
  appointment_id: string;
  calendar_id: string;
  event_id: string;
  written_at: Date;
}

interface Webhooks {
  tenant_id: string;
  calendar_event_url: string | null;
  cancel_url: string | null;
  encrypted_secret: Buffer;
  updated_at: Date;
}

/** Written with the person's bookings (bookings/people-and-tallies), and by bookings/patients. */
interface Patients {
  tenant_id: string;
  id: Generated<string>;
  person_key: string;
  name: string;
  email: string;
  contact: string | null;
  latest_date: string;
  bookings: Default<number>;
  completed: Default<number>;
  cancelled: Default<number>;
  no_shows: Default<number>;
  prescriptions: Default<number>;
  revenue_paise: Default<number>;
  advance_paise: Default<number>;
  born: string | null;
  sex: 'female' | 'male' | 'other' | null;
  guardian: string | null;
  language: 'en' | 'hi' | 'mr' | null;
  search_text: ColumnType<string, never, never>;
  /** The person that this one is shown with, and since when. */
  merged_into: string | null;
  merged_at: Date | null;
}

/** Daily checks of stored data: the position and the last result of each. */
interface IntegrityChecks {
  tenant_id: string;
  kind: 'audit' | 'tallies';
  cursor: Json<unknown> | null;
  found: Default<number>;
  findings: ColumnType<unknown, string | undefined, string>;
  finished_at: Date | null;
  last_found: Default<number>;
  last_findings: ColumnType<unknown, string | undefined, string>;
  anchor: Json<unknown> | null;
}

/**
 * The sums of the bookings of a day, and of their payments. Written with the bookings, by their
 * verbs (bookings/people-and-tallies).
 */
interface DayTallies {
  tenant_id: string;
  day: string;
  scheduled: number;
  completed: number;
  cancelled: number;
  no_show: number;
  revenue_bookings: number;
  revenue_paise: number;
}

interface PaymentTallies {
  tenant_id: string;
  day: string;
  payment_method: string;
  bookings: number;
  paise: number;
}
