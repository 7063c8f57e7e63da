import { z } from 'zod';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { PaymentMethod } from '../core/money.ts';
import { Id } from '../core/text.ts';
import { Instant, LocalDate } from '../core/time.ts';

/**
 * `payment`: money taken. `refund`: money given back. `void`: a row noted by mistake, taken back.
 * `transfer`: money that moves between a booking and its person's advance.
 */
export const MoneyKind = z.enum(['payment', 'refund', 'void', 'transfer']);
export type MoneyKind = z.infer<typeof MoneyKind>;

const MethodSum = z.strictObject({ method: PaymentMethod, total: z.int() });

/** Money taken less money given back, by the day in India on which it was. */
export const Received = z.strictObject({
  total: z.int(),
  methods: z.array(MethodSum),
  /** By the user who took it; null once erased or where no user took it. Largest first. */
  people: z.array(
    z.strictObject({
      id: Id.nullable(),
      name: z.string().nullable(),
      total: z.int(),
      methods: z.array(MethodSum),
    }),
  ),
  /** Days with money, in order. */
  days: z.array(z.strictObject({ date: LocalDate, total: z.int() })),
});
export type Received = z.infer<typeof Received>;

export const getReceived = endpoint({
  method: 'GET',
  path: '/api/received',
  access: 'revenue.read',
  conditional: true,
  summary: 'What was taken on a range of days, less what was given back: by method, by person and by day.',
  query: checkRange(z.strictObject(dayRange)),
  reply: Received,
});

export const exportReceived = endpoint({
  method: 'GET',
  path: '/api/received/export',
  access: 'revenue.read',
  summary: 'The rows of money of a range of days as a CSV file, with their sum in the last line.',
  query: checkRange(z.strictObject(dayRange)),
  transport: 'file',
});

/** A row of one's own takings, with the booking's person. */
export const OwnTaking = z.strictObject({
  id: Id,
  kind: MoneyKind,
  paise: z.int(),
  method: PaymentMethod,
  at: Instant,
  /** Null where the money is an advance. */
  appointmentId: Id.nullable(),
  personName: z.string().nullable(),
});

export type OwnTaking = z.infer<typeof OwnTaking>;

/**
 * The caller's takings of today; at most 200 rows, newest first. Without what the business wants counted
 * first: its cash, or all of it; `total` is null then.
 */
export const OwnTakings = z.strictObject({
  total: z.int().nullable(),
  methods: z.array(MethodSum),
  rows: z.array(OwnTaking),
});
export type OwnTakings = z.infer<typeof OwnTakings>;

export const getOwnTakings = endpoint({
  method: 'GET',
  path: '/api/received/own',
  access: 'appointments.read',
  conditional: true,
  summary: 'What the caller took today, less what they gave back.',
  reply: OwnTakings,
});
