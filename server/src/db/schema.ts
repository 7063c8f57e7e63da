// Made from server/schema by `npm run schema`. Edit the files there.

import type { ChargeList, ConfirmedTotals, CountedNotes, JsonText, PaidBy, PaperContent, TimeSlot } from "./json-columns.ts";
import type { ColumnType, GeneratedAlways } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface Appointments {
  allowed_paise: Generated<number>;
  amount_paise: number | null;
  appointment_date: string;
  appointment_time: string;
  arrived_at: Date | null;
  buffer_after_min: number | null;
  buffer_before_min: number | null;
  called_at: Date | null;
  calls: Generated<number>;
  cancel_id: string | null;
  cancel_reason: string | null;
  charges_paise: Generated<number>;
  closing_id: string | null;
  confirmed_at: Date | null;
  counts_in_plan: Generated<boolean>;
  created_at: Generated<Date>;
  created_by: string | null;
  currency: Generated<"INR">;
  delay_min: Generated<number>;
  discount_paise: Generated<number>;
  doctor: string | null;
  duration_min: number | null;
  free_until: string | null;
  gets_reminders: Generated<boolean>;
  guest_note: string | null;
  id: Generated<string>;
  kept_on: string | null;
  link_version: Generated<number>;
  overbooked_reason: string | null;
  own_change: "cancelled" | "moved" | null;
  paid_by: PaidBy | null;
  patient_id: string | null;
  payment_id: string | null;
  payment_method: string | null;
  person_contact: string | null;
  person_email: string | null;
  person_name: string;
  prescription_id: string | null;
  price_paise: number | null;
  reference: string;
  resource_id: string | null;
  revenue_paise: number | null;
  search_text: GeneratedAlways<string>;
  series_id: string | null;
  service_id: string | null;
  service_name: string | null;
  skipped_at: Date | null;
  source: Generated<"desk" | "online" | "imported">;
  started_at: Date | null;
  starts_at: GeneratedAlways<Date>;
  status: Generated<"scheduled" | "completed" | "cancelled" | "no_show">;
  status_set_at: Date | null;
  status_set_by: string | null;
  tenant_id: string;
  token: string | null;
  token_day: string | null;
  updated_at: Generated<Date>;
  waived_paise: Generated<number | null>;
  walk_in: Generated<boolean>;
}

export interface Archives {
  asked_at: Date;
  asked_by: string;
  attempts: Generated<number>;
  bytes: number | null;
  content_id: string | null;
  done: Generated<number>;
  downloaded_at: Date | null;
  encrypted_key: Buffer | null;
  expires_at: Date | null;
  id: string;
  lease_until: Date | null;
  ready_at: Date | null;
  state: Generated<"waiting" | "ready" | "failed" | "gone">;
  tenant_id: string;
  total: Generated<number>;
}

export interface AuditChain {
  audit_id: string;
  audited_at: Date;
  hash: string;
  position: number;
  tenant_id: string;
}

export interface AuditLog {
  action: string;
  actor_id: string | null;
  at: Date;
  detail: Generated<JsonText<unknown>>;
  id: Generated<string>;
  noun: GeneratedAlways<string>;
  object: string;
  request_id: string;
  tenant_id: string;
}

export interface AuditWaiting {
  audit_id: string;
  sequence: Generated<number>;
  tenant_id: string;
}

export interface BookingMails {
  is_on: boolean;
  tenant_id: string;
  updated_at: Date;
}

export interface BookingRequests {
  appointment_date: string;
  appointment_id: string | null;
  appointment_time: string;
  asked_at: Date;
  contact: string;
  duration_min: number;
  former_utrs: Generated<string[]>;
  id: string;
  language: "en" | "hi" | "mr" | "te";
  lapses_at: Date;
  note: string | null;
  number: string;
  person_name: string;
  price_paise: number | null;
  reason: string | null;
  resource_id: string;
  service_id: string;
  settled_at: Date | null;
  settled_by: string | null;
  state: "pending" | "confirmed" | "declined" | "withdrawn";
  tenant_id: string;
  upi_paise: number | null;
  utr: string | null;
}

export interface BookNames {
  name: string;
  removed_at: Date;
  tenant_id: string;
  user_id: string;
}

export interface BusinessProfiles {
  address: string | null;
  board_names: Generated<boolean>;
  board_on: Generated<boolean>;
  board_version: Generated<number>;
  business_name: string | null;
  business_type: "doctor" | "turf" | null;
  charge_list: Generated<JsonText<ChargeList>>;
  confirm_totals: Generated<boolean>;
  count_first: Generated<boolean>;
  count_opening: Generated<boolean>;
  cutoff_min: Generated<number>;
  doctor_discount_paise: Generated<number | null>;
  email: string;
  employee_discount_paise: Generated<number | null>;
  employees_may_close: Generated<boolean>;
  employees_may_overbook: Generated<boolean>;
  employees_may_refund: Generated<boolean>;
  gives_tokens: Generated<boolean>;
  language: Generated<"en" | "hi" | "mr" | "te">;
  map_link: string | null;
  money_locked_until: string | null;
  money_unlock_reason: string | null;
  notice_min: Generated<number>;
  onboarding_completed: Generated<boolean>;
  one_drawer: Generated<boolean>;
  operating_days: Generated<string[]>;
  registration_number: string | null;
  telephone: string | null;
  tenant_id: string;
  time_slots: Generated<JsonText<TimeSlot[]>>;
  token_letters: Generated<number>;
  updated_at: Generated<Date>;
  upi_id: string | null;
}

export interface CalendarEvents {
  appointment_id: string;
  calendar_id: string;
  event_id: string;
  tenant_id: string;
  written_at: Date;
}

export interface ChangeStamps {
  last_reference: number | null;
  stamp: number;
  tenant_id: string;
}

export interface Charges {
  added_at: Date;
  added_by: string | null;
  appointment_id: string;
  id: string;
  kind: "charge";
  name: string;
  of_id: string | null;
  paise: number;
  rate: number | null;
  sac: string | null;
  tenant_id: string;
  treatment: "exempt" | "taxable" | null;
}

export interface Claims {
  appointment_id: string | null;
  during: GeneratedAlways<string>;
  ends_at: Date;
  expires_at: Date | null;
  held_by: string | null;
  id: Generated<string>;
  overbooked: Generated<boolean>;
  resource_id: string;
  starts_at: Date;
  tenant_id: string;
}

export interface ClosingBookings {
  action: "move" | "cancel" | "keep";
  appointment_id: string;
  closing_id: string;
  from_amount_paise: number | null;
  from_arrived_at: Date | null;
  from_buffer_after_min: number | null;
  from_buffer_before_min: number | null;
  from_date: string;
  from_delay_min: number | null;
  from_doctor: string | null;
  from_price_paise: number | null;
  from_resource_id: string | null;
  from_time: string;
  from_walk_in: boolean | null;
  left_at: Date | null;
  method: string | null;
  money: "leave" | "refund" | "advance" | null;
  position: number;
  refusal: string | null;
  state: "waiting" | "done" | "refused" | "undoing" | "undone" | "stands";
  tenant_id: string;
  to_date: string | null;
  to_resource_id: string | null;
  to_time: string | null;
}

export interface Closings {
  adds_closure: boolean;
  busy_until: Date | null;
  closed_at: Date;
  closed_by: string | null;
  ends_at: Date;
  exception_id: string;
  id: string;
  reason: string;
  resource_id: string | null;
  starts_at: Date;
  tenant_id: string;
  undone_at: Date | null;
}

export interface CreditDismissals {
  appointment_id: string;
  dismissed_at: Date;
  dismissed_by: string | null;
  id: string;
  paise: number;
  tenant_id: string;
}

export interface DayTallies {
  cancelled: number;
  completed: number;
  day: string;
  fee_paise: Generated<number>;
  first_days: Generated<number>;
  late_paise: Generated<number>;
  no_show: number;
  revenue_bookings: number;
  revenue_paise: number;
  scheduled: number;
  tenant_id: string;
  uncounted: Generated<number>;
}

export interface Discounts {
  appointment_id: string;
  given_at: Date;
  given_by: string | null;
  id: string;
  paise: number;
  reason: string;
  tenant_id: string;
}

export interface DrawerCloses {
  cash_in_paise: Generated<number>;
  cash_out_paise: Generated<number>;
  cash_paise: number;
  closed_at: Date;
  closed_by: string | null;
  confirmed: ConfirmedTotals | null;
  counted_paise: number;
  drawer_id: string;
  expenses_paise: number;
  handed_over_paise: number;
  handed_to: "bank" | "owner" | "drawer" | null;
  handed_to_drawer: string | null;
  id: string;
  methods: PaidBy;
  note: string | null;
  notes: CountedNotes | null;
  opened_at: Date | null;
  opening_paise: number;
  period: number;
  refunds_paise: Generated<number>;
  reopened_at: Date | null;
  reopened_by: string | null;
  reopened_reason: string | null;
  tenant_id: string;
}

export interface DrawerEntries {
  close_id: string | null;
  drawer_id: string;
  drawer_period: number;
  id: string;
  kind: Generated<"expense" | "cash_in" | "cash_out" | "handover" | "float">;
  noted_at: Date;
  noted_by: string | null;
  paise: number;
  reason: string;
  tenant_id: string;
}

export interface Drawers {
  id: string;
  opened_at: Date | null;
  opening_paise: Generated<number>;
  period: Generated<number>;
  tenant_id: string;
}

export interface Erasures {
  deleted_at: Date;
  erased_at: Date;
  kind: "tenant" | "user";
  subject_id: string;
}

export interface Files {
  appointment_id: string;
  bytes: number;
  created_at: Generated<Date>;
  display_name: string;
  id: Generated<string>;
  media_type: "image/jpeg" | "image/png" | "application/pdf";
  sha256: string;
  tenant_id: string;
  uploaded_by: string;
}

export interface FormerSlugs {
  left_at: Date;
  slug: string;
  tenant_id: string;
}

export interface HourExceptions {
  created_at: Generated<Date>;
  created_by: string | null;
  ends_at: Date;
  id: Generated<string>;
  kind: "closure" | "extra_hours";
  reason: string;
  resource_id: string | null;
  starts_at: Date;
  tenant_id: string;
}

export interface IdempotencyKeys {
  created_at: Generated<Date>;
  key: string;
  reply: JsonText<unknown> | null;
  request_hash: string;
  tenant_id: string;
}

export interface Identities {
  created_at: Date;
  issuer: string;
  subject: string;
  user_id: string;
}

export interface ImportRows {
  appointment_id: string | null;
  cells: JsonText<unknown>;
  content: JsonText<unknown> | null;
  filled: Generated<string[]>;
  folded_name: string | null;
  import_id: string;
  line: number;
  new_id: string;
  outcome: "new" | "same" | "household" | "changed" | "refused" | null;
  patient_id: string | null;
  person_key: string | null;
  problems: Generated<JsonText<unknown>>;
  resource_id: string | null;
  service_id: string | null;
  state: Generated<"waiting" | "done" | "undone" | "stayed">;
  stayed_because: string | null;
  tenant_id: string;
}

export interface Imports {
  added_at: Date;
  added_by: string;
  attempts: Generated<number>;
  choices: JsonText<unknown> | null;
  columns: string | null;
  counts: JsonText<unknown> | null;
  done_at: Date | null;
  failure: string | null;
  file_name: string;
  gets_reminders: Generated<boolean>;
  handled: Generated<number>;
  heads: JsonText<unknown>;
  id: string;
  kind: "people" | "bookings";
  lease_until: Date | null;
  line: Generated<number>;
  started_at: Date | null;
  started_by: string | null;
  state: Generated<"reading" | "checking" | "ready" | "running" | "done" | "undoing" | "undone" | "failed">;
  tenant_id: string;
  total: Generated<number>;
  undone_at: Date | null;
  undone_by: string | null;
  words: JsonText<unknown> | null;
}

export interface Installation {
  demo: Generated<boolean>;
  encrypted_check: Buffer | null;
  singleton: Generated<boolean>;
}

export interface IntegrityChecks {
  anchor: JsonText<unknown> | null;
  cursor: JsonText<unknown> | null;
  findings: Generated<JsonText<unknown>>;
  finished_at: Date | null;
  found: Generated<number>;
  kind: "audit" | "tallies";
  last_findings: Generated<JsonText<unknown>>;
  last_found: Generated<number>;
  tenant_id: string;
}

export interface Invitations {
  activated_at: Date | null;
  activated_by: string | null;
  added_by: string | null;
  created_at: Date;
  email: string;
  email_key: string;
  expires_at: Date;
  id: Generated<string>;
  is_new_practitioner: Generated<boolean>;
  practitioner_id: string | null;
  role: "BUSINESS_OWNER" | "BUSINESS_ADMIN" | "DOCTOR" | "EMPLOYEE";
  sent_at: Date;
  tenant_id: string;
}

export interface KnownDevices {
  device_hash: string;
  number: string;
  proven_at: Date;
  tenant_id: string;
}

export interface MailCounts {
  address_hash: string;
  created_at: Date;
  period: string;
  scope: string;
  sent: number;
}

export interface MailedLinks {
  business_name: string | null;
  created_at: Date;
  email: string;
  email_key: string;
  expires_at: Date;
  id: Generated<string>;
  invitation_id: string | null;
  order_id: string | null;
  purpose: "recovery" | "signup" | "invite";
  tenant_id: string | null;
  token_hash: string;
  used_at: Date | null;
}

export interface Memberships {
  created_at: Generated<Date>;
  role: "BUSINESS_OWNER" | "BUSINESS_ADMIN" | "DOCTOR" | "EMPLOYEE";
  setup_checklist_dismissed_at: Date | null;
  skipped_setup_steps: Generated<string[]>;
  tenant_id: string;
  user_id: string;
}

export interface NoticeChannels {
  account: string | null;
  account_name: string | null;
  business_account: string | null;
  channel: "whatsapp" | "sms";
  credit_month: Generated<string>;
  credits_told: Generated<boolean>;
  credits_used: Generated<number>;
  encrypted_token: Buffer | null;
  entity_id: string | null;
  failures: Generated<number>;
  is_on: boolean;
  own_texts: Generated<JsonText<unknown>>;
  stop_reason: string | null;
  stopped_at: Date | null;
  tells_changes: Generated<boolean>;
  tenant_id: string;
  updated_at: Date;
}

export interface Notices {
  account: string | null;
  address_hash: string;
  appointment_id: string;
  channel: "mail" | "whatsapp" | "sms";
  created_at: Date;
  credits: Generated<number>;
  effect_id: string;
  id: Generated<string>;
  kind: "reminder" | "booked" | "moved" | "cancelled" | "late";
  language: "en" | "hi" | "mr" | "te";
  lead_min: number;
  provider_id: string | null;
  reason: string | null;
  settled_at: Date | null;
  starts_at: Date;
  state: "queued" | "sent" | "delivered" | "read" | "failed";
  tenant_id: string;
}

export interface NoticeSettings {
  channel_order: Generated<string[]>;
  lead_min: number[];
  reminders_on: boolean;
  tenant_id: string;
  updated_at: Date;
}

export interface NoticeTemplates {
  channel: "whatsapp" | "sms";
  language: "en" | "hi" | "mr" | "te";
  name: string;
  reason: string | null;
  state: "waiting" | "approved" | "refused" | "paused";
  updated_at: Date;
}

export interface NumberProofs {
  appointment_date: string;
  appointment_id: string | null;
  appointment_time: string;
  asked_at: Date;
  channel: "whatsapp" | "sms" | "mail";
  code_hash: Buffer | null;
  contact: string;
  email: string | null;
  id: string;
  is_chosen: boolean;
  language: "en" | "hi" | "mr" | "te";
  message_id: string | null;
  note: string | null;
  number: string;
  person_name: string;
  proven_at: Date | null;
  resource_id: string;
  sends: Generated<number>;
  sent_at: Date | null;
  service_id: string;
  tenant_id: string;
  tries: Generated<number>;
  undelivered_at: Date | null;
  visitor: string;
}

export interface OauthAttempts {
  browser_hash: string;
  expires_at: Date;
  remember: boolean;
  state_hash: string;
}

export interface OnlineAccounts {
  encrypted_events: Buffer;
  encrypted_key: Buffer;
  is_on: boolean;
  key_id: string;
  previous_encrypted_events: Buffer | null;
  previous_encrypted_key: Buffer | null;
  previous_key_id: string | null;
  refused_at: Date | null;
  replaced_at: Date | null;
  saved_at: Date;
  tenant_id: string;
}

export interface OnlineBooking {
  hidden_resources: string[];
  hidden_services: string[];
  horizon_days: number;
  intro: string | null;
  is_on: boolean;
  is_published: boolean;
  mode: Generated<"request" | "booking">;
  open_per_number: number;
  refund_percent: Generated<number>;
  refund_rule: Generated<"all" | "part" | "none">;
  shows_prices: boolean;
  tenant_id: string;
  updated_at: Date;
}

export interface OnlineEvents {
  came_at: Date;
  id: string;
  kind: string;
  tenant_id: string;
}

export interface OnlineOrders {
  amount_paise: number;
  appointment_date: string;
  appointment_id: string | null;
  appointment_time: string;
  asked_at: Date;
  checks: Generated<number>;
  contact: string | null;
  earlier_key_id: string | null;
  earlier_order_id: string | null;
  email: string | null;
  holds_until: Date;
  id: string;
  is_chosen: boolean;
  is_settled: Generated<boolean>;
  key_id: string | null;
  language: "en" | "hi" | "mr" | "te";
  next_check_at: Date;
  note: string | null;
  number: string | null;
  person_name: string | null;
  price_paise: number | null;
  proves_number: boolean;
  provider_order_id: string | null;
  refund_percent: Generated<number>;
  resource_id: string;
  service_id: string;
  state: Generated<"open" | "booked" | "ended">;
  tenant_id: string;
  visitor: string;
}

export interface OnlinePayments {
  appointment_id: string | null;
  id: string;
  key_id: string | null;
  ledger_id: string | null;
  order_id: string;
  paise: number;
  reason: "taken" | "full" | "closed" | "too_many" | "second" | "amount" | "late" | "returned" | "not_captured" | "cancelled" | null;
  settled_at: Date | null;
  state: "authorized" | "captured" | "released" | "refused";
  tenant_id: string;
  told_at: Date;
}

export interface OnlineRefunds {
  appointment_id: string | null;
  asked_at: Date;
  asked_by: string | null;
  cancel_id: string | null;
  done_at: Date | null;
  error: "keys" | "refunded" | "balance" | "no_account" | "not_found" | "refused" | "other" | null;
  id: string;
  ledger_id: string | null;
  lowers: Generated<boolean>;
  next_check_at: Date;
  of_id: string | null;
  paise: number;
  payment_id: string;
  provider_refund_id: string | null;
  reason: string;
  state: "asked" | "accepted" | "done" | "failed" | "noted";
  tenant_id: string;
  tries: Generated<number>;
  twice_id: string | null;
}

export interface OnlineServicePayments {
  deposit_paise: number | null;
  service_id: string;
  takes: "deposit" | "all";
  tenant_id: string;
}

export interface OptOuts {
  address: string;
  noted_at: Date;
  tenant_id: string;
  wording: string;
}

export interface Outbox {
  attempts: Generated<number>;
  created_at: Date;
  delivered_at: Date | null;
  expires_at: Date | null;
  given_up_at: Date | null;
  id: Generated<string>;
  kind: string;
  last_error: string | null;
  lease_until: Date | null;
  next_at: Date;
  payload: JsonText<unknown>;
  subject: string;
  tenant_id: string;
  written_at: Generated<Date>;
}

export interface Papers {
  appointment_id: string | null;
  cgst_paise: number;
  content: PaperContent;
  dated: string;
  id: string;
  kind: "receipt" | "bill_of_supply" | "tax_invoice" | "credit_note" | "debit_note" | "receipt_voucher" | "refund_voucher";
  made_at: Date;
  made_by: string | null;
  number: string;
  of_id: string | null;
  patient_id: string | null;
  payment_id: string | null;
  position: number;
  rate: number | null;
  sac: string | null;
  series: string;
  sgst_paise: number;
  taxable_paise: number;
  tenant_id: string;
  total_paise: number;
}

export interface PaperSeries {
  last_number: number;
  series: string;
  tenant_id: string;
}

export interface PaperSettings {
  automatic: boolean;
  credit_notes_until: string;
  gstin: string | null;
  legal_name: string | null;
  prefix: string;
  registration: "none" | "regular" | "composition";
  tenant_id: string;
}

export interface Patients {
  advance_paise: Generated<number>;
  bookings: Generated<number>;
  born: string | null;
  cancelled: Generated<number>;
  completed: Generated<number>;
  contact: string | null;
  email: string;
  guardian: string | null;
  id: Generated<string>;
  kept_since: Date | null;
  language: "en" | "hi" | "mr" | "te" | null;
  latest_date: string;
  merged_at: Date | null;
  merged_into: string | null;
  name: string;
  no_shows: Generated<number>;
  person_key: string;
  prescriptions: Generated<number>;
  revenue_paise: Generated<number>;
  search_text: GeneratedAlways<string>;
  sex: "female" | "male" | "other" | null;
  tenant_id: string;
}

export interface PaymentEvents {
  body: string;
  event_id: string;
  kind: string;
  outcome: string | null;
  processed_at: Date | null;
  received_at: Date;
}

export interface PaymentOrders {
  amount_paise: number;
  asked_at: Date | null;
  business_name: string | null;
  claimed_at: Date | null;
  claimed_by: string | null;
  created_at: Date;
  email: string;
  email_key: string;
  id: Generated<string>;
  kind: "signup" | "upgrade";
  ordered_by: string | null;
  paid_at: Date | null;
  payment_id: string | null;
  plan_id: string;
  provider_order_id: string;
  reason: string | null;
  state: Generated<"open" | "expired" | "paid" | "granted">;
  tenant_id: string | null;
}

export interface Payments {
  allowed_paise: Generated<number>;
  appointment_id: string | null;
  cancel_id: string | null;
  corrects_drawer_id: string | null;
  corrects_period: number | null;
  drawer_id: string | null;
  drawer_period: number | null;
  id: string;
  is_late: Generated<boolean>;
  kind: "payment" | "refund" | "void" | "transfer";
  method: "UPI" | "Card" | "Net Banking" | "Wallet" | "Cash" | "Online" | "Advance" | null;
  noted_by: string | null;
  of_id: string | null;
  pair_id: string | null;
  paise: number;
  patient_id: string | null;
  reason: string | null;
  reference: string | null;
  source: Generated<"desk" | "online" | "imported">;
  taken_at: Date;
  taken_by: string | null;
  taken_on: GeneratedAlways<string>;
  tenant_id: string;
}

export interface PaymentTallies {
  bookings: number;
  day: string;
  fee_paise: Generated<number>;
  late_paise: Generated<number>;
  paise: number;
  payment_method: string;
  tenant_id: string;
}

export interface Plans {
  appointment_limit: number;
  id: string;
  monthly_price_paise: number;
  name: string;
}

export interface PlatformAdmins {
  user_id: string;
}

export interface PlatformMarks {
  at: Date;
  detail: Generated<JsonText<unknown>>;
  name: string;
}

export interface PriceRules {
  from_time: string | null;
  position: number;
  price_paise: number;
  resource_id: string | null;
  service_id: string;
  tenant_id: string;
  to_time: string | null;
  weekdays: Generated<number[]>;
}

export interface RateLimits {
  expire: number;
  key: string;
  points: number;
}

export interface RecoveryCodes {
  code_hash: string;
  used_at: Date | null;
  user_id: string;
}

export interface Replies {
  appointment_id: string;
  came_at: Date;
  channel: "whatsapp" | "sms";
  id: Generated<string>;
  provider_id: string;
  read_at: Date | null;
  tenant_id: string;
  text: string;
}

export interface Resources {
  archived_at: Date | null;
  colour: Generated<string>;
  created_at: Generated<Date>;
  id: Generated<string>;
  is_part: GeneratedAlways<boolean>;
  kind: "practitioner" | "court";
  late_at: Date | null;
  late_min: number | null;
  late_until: Date | null;
  member_id: string | null;
  name: string;
  name_key: GeneratedAlways<string>;
  position: Generated<number>;
  tenant_id: string;
  token_day: string | null;
  token_last: number | null;
  token_letter: string | null;
  updated_at: Generated<Date>;
  whole_id: string | null;
  whole_is_part: GeneratedAlways<boolean | null>;
}

export interface SecondFactors {
  created_at: Date;
  encrypted_secret: Buffer;
  last_step: Generated<number>;
  user_id: string;
  verified_at: Date | null;
}

export interface ServiceResources {
  resource_id: string;
  service_id: string;
  tenant_id: string;
}

export interface Services {
  archived_at: Date | null;
  buffer_after_min: Generated<number>;
  buffer_before_min: Generated<number>;
  by_every_resource: Generated<boolean>;
  created_at: Generated<Date>;
  duration_min: number;
  free_within_days: number | null;
  grid_min: number | null;
  id: Generated<string>;
  name: string;
  position: Generated<number>;
  price_paise: number | null;
  priced_per: Generated<"visit" | "hour">;
  tenant_id: string;
  updated_at: Generated<Date>;
}

export interface ServiceTaxes {
  holds_from: string;
  rate: number | null;
  sac: string | null;
  service_id: string;
  tenant_id: string;
  treatment: "exempt" | "taxable";
}

export interface Sessions {
  assurance: Generated<"aal1" | "aal2">;
  assured_at: Date | null;
  created_at: Date;
  device_hash: string;
  ended_at: Date | null;
  ended_because: string | null;
  expires_at: Date;
  id: Generated<string>;
  refresh_counter: Generated<number>;
  refresh_key: Buffer;
  remember: boolean;
  rotated_at: Date;
  user_agent: string | null;
  user_id: string;
  wrong_codes: Generated<number>;
}

export interface SmsTexts {
  body: string;
  changes: Generated<JsonText<unknown>>;
  code_body: string | null;
  code_dlt_id: string | null;
  code_template_id: string | null;
  dlt_id: string;
  language: "en" | "hi" | "mr" | "te";
  template_id: string;
  tenant_id: string;
  updated_at: Date;
}

export interface Subscriptions {
  billing_cycle_end: string;
  billing_cycle_start: string;
  created_at: Generated<Date>;
  first_days_told: string | null;
  first_days_until: string | null;
  id: Generated<string>;
  own_limit: number | null;
  own_limit_until: string | null;
  paid_until: string | null;
  plan_id: string;
  reminded_at: Date | null;
  status: "active" | "ended";
  tenant_id: string;
  told_cycle: string | null;
  told_percent: number | null;
}

export interface SupportAccessReasons {
  expires_at: Date;
  reason: string;
  session_id: string;
  tenant_id: string;
}

export interface TenantIntegrations {
  encrypted_token: Buffer | null;
  integration_data: Generated<JsonText<unknown>>;
  integration_type: "google_calendar";
  is_connected: boolean;
  needs_reconnect: Generated<boolean>;
  tenant_id: string;
  updated_at: Date;
}

export interface Tenants {
  created_at: Generated<Date>;
  deleted_at: Date | null;
  id: Generated<string>;
  name: string;
  short_id: Generated<string>;
  slug: string | null;
  status: Generated<"active" | "pending" | "suspended">;
  suspended_reason: string | null;
  suspended_until_paid: Generated<boolean>;
}

export interface UnplacedPayments {
  amount_paise: number;
  currency: string;
  email: string | null;
  id: Generated<string>;
  noted_at: Date;
  order_id: string | null;
  payment_id: string;
  provider_order_id: string | null;
  reason: "second_payment" | "other_amount" | "unknown_order";
}

export interface Users {
  created_at: Generated<Date>;
  deleted_at: Date | null;
  email: string;
  email_key: string;
  full_name: string | null;
  id: Generated<string>;
  password_hash: string | null;
}

export interface VisitNotes {
  appointment_id: string;
  note: string;
  tenant_id: string;
  version: number;
  written_at: Date;
}

export interface Webhooks {
  calendar_event_url: string | null;
  cancel_url: string | null;
  encrypted_secret: Buffer;
  tenant_id: string;
  updated_at: Date;
}

export interface WeeklyHours {
  closes: string;
  id: Generated<string>;
  opens: string;
  resource_id: string | null;
  tenant_id: string;
  weekday: number;
}

export interface WhatsappMessages {
  appointment_id: string;
  id: string;
  kind: "booked" | "moved" | "cancelled" | "closed_day" | "received" | "balance" | "reminder" | "refund" | "late";
  opened_at: Date;
  opened_by: string;
  tenant_id: string;
  undone_at: Date | null;
}

export interface WhatsappWords {
  head: string;
  kind: "booked" | "moved" | "cancelled" | "closed_day" | "received" | "balance" | "reminder" | "refund" | "late";
  language: "en" | "hi" | "mr" | "te";
  tail: string;
  tenant_id: string;
}

export interface Schema {
  appointments: Appointments;
  archives: Archives;
  audit_chain: AuditChain;
  audit_log: AuditLog;
  audit_waiting: AuditWaiting;
  book_names: BookNames;
  booking_mails: BookingMails;
  booking_requests: BookingRequests;
  business_profiles: BusinessProfiles;
  calendar_events: CalendarEvents;
  change_stamps: ChangeStamps;
  charges: Charges;
  claims: Claims;
  closing_bookings: ClosingBookings;
  closings: Closings;
  credit_dismissals: CreditDismissals;
  day_tallies: DayTallies;
  discounts: Discounts;
  drawer_closes: DrawerCloses;
  drawer_entries: DrawerEntries;
  drawers: Drawers;
  erasures: Erasures;
  files: Files;
  former_slugs: FormerSlugs;
  hour_exceptions: HourExceptions;
  idempotency_keys: IdempotencyKeys;
  identities: Identities;
  import_rows: ImportRows;
  imports: Imports;
  installation: Installation;
  integrity_checks: IntegrityChecks;
  invitations: Invitations;
  known_devices: KnownDevices;
  mail_counts: MailCounts;
  mailed_links: MailedLinks;
  memberships: Memberships;
  notice_channels: NoticeChannels;
  notice_settings: NoticeSettings;
  notice_templates: NoticeTemplates;
  notices: Notices;
  number_proofs: NumberProofs;
  oauth_attempts: OauthAttempts;
  online_accounts: OnlineAccounts;
  online_booking: OnlineBooking;
  online_events: OnlineEvents;
  online_orders: OnlineOrders;
  online_payments: OnlinePayments;
  online_refunds: OnlineRefunds;
  online_service_payments: OnlineServicePayments;
  opt_outs: OptOuts;
  outbox: Outbox;
  paper_series: PaperSeries;
  paper_settings: PaperSettings;
  papers: Papers;
  patients: Patients;
  payment_events: PaymentEvents;
  payment_orders: PaymentOrders;
  payment_tallies: PaymentTallies;
  payments: Payments;
  plans: Plans;
  platform_admins: PlatformAdmins;
  platform_marks: PlatformMarks;
  price_rules: PriceRules;
  rate_limits: RateLimits;
  recovery_codes: RecoveryCodes;
  replies: Replies;
  resources: Resources;
  second_factors: SecondFactors;
  service_resources: ServiceResources;
  service_taxes: ServiceTaxes;
  services: Services;
  sessions: Sessions;
  sms_texts: SmsTexts;
  subscriptions: Subscriptions;
  support_access_reasons: SupportAccessReasons;
  tenant_integrations: TenantIntegrations;
  tenants: Tenants;
  unplaced_payments: UnplacedPayments;
  users: Users;
  visit_notes: VisitNotes;
  webhooks: Webhooks;
  weekly_hours: WeeklyHours;
  whatsapp_messages: WhatsappMessages;
  whatsapp_words: WhatsappWords;
}
