import type { ColumnType, Generated } from 'kysely';

/** A column with a default. */
export type Default<T> = ColumnType<T, T | undefined, T>;

/** The amount of a booking in paise, by the text with which the method was noted. */
export type PaidBy = Readonly<Record<string, number>>;

export interface Appointments {
  tenant_id: string;
  id: Generated<string>;
  reference: string;
  person_name: string;
  /** Null where there is a contact number. */
  person_email: string | null;
  person_contact: string | null;
  doctor: string | null;
  appointment_date: string;
  appointment_time: string;
  starts_at: ColumnType<Date, never, never>;
  status: Default<'scheduled' | 'completed' | 'cancelled' | 'no_show'>;
  discount_paise: Default<number>;
  amount_paise: number | null;
  /** Paise by the noted text of the method; '' where none was noted. */
  paid_by: PaidBy | null;
  currency: Default<'INR'>;
  payment_method: string | null;
  payment_id: string | null;
  arrived_at: Date | null;
  prescription_id: string | null;
  created_by: string | null;
  created_at: Default<Date>;
  updated_at: Default<Date>;
  search_text: ColumnType<string, never, never>;
  /** Set by the verb that writes the booking (bookings/people-and-tallies). */
  patient_id: string | null;
  /** The user who set the present status, and the time; null if nobody changed it. */
  status_set_at: Date | null;
  status_set_by: string | null;
  cancel_reason: string | null;
  closing_id: string | null;
  cancel_id: string | null;
  resource_id: string | null;
  service_id: string | null;
  service_name: string | null;
  duration_min: number | null;
  buffer_before_min: number | null;
  buffer_after_min: number | null;
  price_paise: number | null;
  overbooked_reason: string | null;
  series_id: string | null;
  walk_in: Default<boolean>;
  delay_min: Default<number>;
  started_at: Date | null;
}

export interface Resources {
  tenant_id: string;
  id: Generated<string>;
  kind: 'practitioner' | 'court';
  name: string;
  name_key: ColumnType<string, never, never>;
  whole_id: string | null;
  is_part: ColumnType<boolean, never, never>;
  whole_is_part: ColumnType<boolean, never, never> | null;
  member_id: string | null;
  colour: Default<string>;
  position: Default<number>;
  archived_at: Date | null;
  created_at: Default<Date>;
  updated_at: Default<Date>;
}

export interface Services {
  tenant_id: string;
  id: Generated<string>;
  name: string;
  duration_min: number;
  buffer_before_min: Default<number>;
  buffer_after_min: Default<number>;
  grid_min: number | null;
  price_paise: number | null;
  priced_per: Default<'visit' | 'hour'>;
  free_within_days: number | null;
  by_every_resource: Default<boolean>;
  position: Default<number>;
  archived_at: Date | null;
  created_at: Default<Date>;
  updated_at: Default<Date>;
}

/** Weekdays are ISO's, 1 is Monday. */
export interface PriceRules {
  tenant_id: string;
  service_id: string;
  position: number;
  resource_id: string | null;
  weekdays: Default<number[]>;
  from_time: string | null;
  to_time: string | null;
  price_paise: number;
}

export interface WeeklyHours {
  tenant_id: string;
  id: Generated<string>;
  resource_id: string | null;
  weekday: number;
  opens: string;
  closes: string;
}

export interface HourExceptions {
  tenant_id: string;
  id: Generated<string>;
  kind: 'closure' | 'extra_hours';
  resource_id: string | null;
  starts_at: Date;
  ends_at: Date;
  reason: string;
  created_by: string | null;
  created_at: Default<Date>;
}

/** One unit that is occupied for a time, buffers included. */
export interface Claims {
  tenant_id: string;
  id: Generated<string>;
  resource_id: string;
  appointment_id: string | null;
  starts_at: Date;
  ends_at: Date;
  during: ColumnType<string, never, never>;
  overbooked: Default<boolean>;
  expires_at: Date | null;
}

/** Money of a booking or of a patient's advance. Never changed. */
export interface Payments {
  tenant_id: string;
  id: string;
  kind: 'payment' | 'refund' | 'void' | 'transfer';
  appointment_id: string | null;
  patient_id: string | null;
  paise: number;
  method: string | null;
  reference: string | null;
  reason: string | null;
  of_id: string | null;
  pair_id: string | null;
  cancel_id: string | null;
  source: Default<'desk' | 'online'>;
  drawer_id: string | null;
  drawer_period: number | null;
  taken_at: Date;
  taken_on: ColumnType<string, never, never>;
  taken_by: string | null;
  noted_by: string | null;
}

/** The drawer of a user; the desk's drawer has the id of the business. */
export interface Drawers {
  tenant_id: string;
  id: string;
  period: Default<number>;
  opened_at: Date | null;
  opening_paise: Default<number>;
}

/** Cash that left a drawer. Never changed. */
export interface DrawerExpenses {
  tenant_id: string;
  id: string;
  drawer_id: string;
  drawer_period: number;
  paise: number;
  reason: string;
  noted_at: Date;
  noted_by: string | null;
}

/** The number of notes or coins of each denomination in rupees. */
type CountedNotes = Readonly<Record<string, number | undefined>>;

/** A close of a drawer. Only its reopening is written later. */
export interface DrawerCloses {
  tenant_id: string;
  id: string;
  drawer_id: string;
  period: number;
  opened_at: Date | null;
  closed_at: Date;
  closed_by: string | null;
  opening_paise: number;
  cash_paise: number;
  expenses_paise: number;
  counted_paise: number;
  handed_over_paise: number;
  methods: PaidBy;
  notes: CountedNotes | null;
  note: string | null;
  reopened_at: Date | null;
  reopened_by: string | null;
  reopened_reason: string | null;
}

/** A change of the discount on a price. Never changed. */
export interface Discounts {
  tenant_id: string;
  id: string;
  appointment_id: string;
  paise: number;
  reason: string;
  given_at: Date;
  given_by: string | null;
}

/** How a business is registered, and how its papers are numbered and made. */
export interface PaperSettings {
  tenant_id: string;
  registration: 'none' | 'regular' | 'composition';
  legal_name: string | null;
  gstin: string | null;
  prefix: string;
  automatic: boolean;
  /** `MM-DD` after the end of a financial year. */
  credit_notes_until: string;
}

/** How a service is taxed from a day on. The rate is in hundredths of a percent. */
export interface ServiceTaxes {
  tenant_id: string;
  service_id: string;
  holds_from: string;
  treatment: 'exempt' | 'taxable';
  sac: string | null;
  rate: number | null;
}

/** The printed parts of a paper in addition to its columns. */
export interface PaperContent {
  readonly bookingReference: string | null;
  readonly seller: {
    readonly name: string;
    readonly legalName: string | null;
    readonly address: string | null;
    readonly telephone: string | null;
    readonly registrationNumber: string | null;
    readonly gstin: string | null;
  };
  readonly recipient: {
    readonly name: string;
    readonly address: string | null;
    readonly gstin: string | null;
  };
  readonly of: { readonly number: string; readonly date: string } | null;
  readonly placeOfSupply: string | null;
  readonly description: string;
  readonly payments: readonly {
    readonly date: string;
    readonly method: string | null;
    readonly paise: number;
    readonly reference: string | null;
  }[];
  readonly reason: string | null;
  readonly notes: readonly string[];
}

/** A numbered document. Never changed. */
export interface Papers {
  tenant_id: string;
  id: string;
  kind: 'receipt' | 'bill_of_supply' | 'tax_invoice' | 'credit_note' | 'receipt_voucher' | 'refund_voucher';
  number: string;
  series: string;
  position: number;
  dated: string;
  made_at: Date;
  made_by: string | null;
  appointment_id: string;
  payment_id: string | null;
  of_id: string | null;
  total_paise: number;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  rate: number | null;
  sac: string | null;
  content: PaperContent;
}

/** A span that was closed together with decisions about its bookings. */
export interface Closings {
  tenant_id: string;
  id: string;
  exception_id: string;
  adds_closure: boolean;
  resource_id: string | null;
  starts_at: Date;
  ends_at: Date;
  reason: string;
  closed_at: Date;
  closed_by: string | null;
  undone_at: Date | null;
  busy_until: Date | null;
}

/** A booking in a closed span, and the decision about it. */
export interface ClosingBookings {
  tenant_id: string;
  closing_id: string;
  appointment_id: string;
  position: number;
  from_date: string;
  from_time: string;
  from_resource_id: string | null;
  from_doctor: string | null;
  from_price_paise: number | null;
  from_amount_paise: number | null;
  from_buffer_before_min: number | null;
  from_buffer_after_min: number | null;
  from_arrived_at: Date | null;
  from_delay_min: number | null;
  from_walk_in: boolean | null;
  action: 'move' | 'cancel' | 'keep';
  to_date: string | null;
  to_time: string | null;
  to_resource_id: string | null;
  money: 'leave' | 'refund' | 'advance' | null;
  method: string | null;
  state: 'waiting' | 'done' | 'refused' | 'undoing' | 'undone' | 'stands';
  refusal: string | null;
  left_at: Date | null;
}

/** The note on a visit. The platform's role may not read the text. */
export interface VisitNotes {
  tenant_id: string;
  appointment_id: string;
  note: string;
  version: number;
  written_at: Date;
}

/** A message about a booking that was opened in WhatsApp. Only its undo is written later. */
export interface Tellings {
  tenant_id: string;
  id: string;
  appointment_id: string;
  kind: 'booked' | 'moved' | 'cancelled' | 'closed_day' | 'received' | 'balance';
  opened_at: Date;
  opened_by: string;
  undone_at: Date | null;
}

/** The words around the facts of a kind of message, in a language. */
export interface TellingWords {
  tenant_id: string;
  kind: 'booked' | 'moved' | 'cancelled' | 'closed_day' | 'received' | 'balance';
  language: 'en' | 'hi' | 'mr';
  head: string;
  tail: string;
}
