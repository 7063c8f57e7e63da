import type { ColumnType, Generated } from 'kysely';

/** The tables as the migrations leave them; schema.test.ts holds this file against a migrated database. */
export interface Schema {
  users: Users;
  platform_admins: { user_id: string };
  tenants: Tenants;
  memberships: Memberships;
  business_profiles: BusinessProfiles;
  sessions: Sessions;
  plans: Plans;
  subscriptions: Subscriptions;
  appointments: Appointments;
  files: Files;
  idempotency_keys: IdempotencyKeys;
  audit_log: AuditLog;
  audit_chain: AuditChain;
  outbox: Outbox;
  installation: { singleton: Default<boolean>; demo: boolean };
}

type Json<T> = ColumnType<T, string, string>;
type Default<T> = ColumnType<T, T | undefined, T>;

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
  created_at: Default<Date>;
  deleted_at: Date | null;
}

interface Memberships {
  tenant_id: string;
  user_id: string;
  role: 'BUSINESS_OWNER' | 'BUSINESS_ADMIN' | 'DOCTOR' | 'EMPLOYEE';
  created_at: Default<Date>;
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
}

export interface Appointments {
  tenant_id: string;
  id: Generated<string>;
  reference: string;
  person_name: string;
  person_email: string;
  person_contact: string | null;
  doctor: string | null;
  appointment_date: string;
  appointment_time: string;
  starts_at: ColumnType<Date, never, never>;
  status: Default<'scheduled' | 'completed' | 'cancelled' | 'no_show'>;
  amount_paise: number | null;
  currency: Default<'INR'>;
  payment_method: string | null;
  payment_id: string | null;
  arrived_at: Date | null;
  prescription_id: string | null;
  created_by: string | null;
  created_at: Default<Date>;
  updated_at: Default<Date>;
  search_text: ColumnType<string, never, never>;
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
  status: number | null;
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
}
