import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { CashPaise, PaymentMethod } from '../core/money.ts';
import { Id, line, requiredLine } from '../core/text.ts';
import { Instant } from '../core/time.ts';
import { OwnTaking } from './received.ts';

/** The denominations of notes and coins in which cash is counted, in rupees. */
export const denominations = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const;

/** The number of notes or coins of each denomination. */
export const CountedNotes = z.partialRecord(
  z.enum(denominations.map(String) as [string, ...string[]]),
  z.int().min(0).max(100_000),
);
export type CountedNotes = z.infer<typeof CountedNotes>;

/** Returns what counted notes and coins add up to, in paise. */
export function countedIn(notes: CountedNotes): number {
  return denominations.reduce((sum, rupees) => sum + (notes[String(rupees)] ?? 0) * rupees * 100, 0);
}

/** Cash that left the drawer for something, such as tea or a courier. Below 0 takes one back. */
export const DrawerExpense = z.strictObject({
  id: Id,
  paise: z.int(),
  reason: z.string(),
  at: Instant,
  by: z.string().nullable(),
});
export type DrawerExpense = z.infer<typeof DrawerExpense>;

/**
 * Cash that went into or out of a drawer: change that was fetched, cash for the bank, what a colleague
 * handed over, and the difference of an opening that was counted. Below 0 takes another row back.
 */
export const CashMove = DrawerExpense.extend({ kind: z.enum(['cash_in', 'cash_out', 'handover', 'float']) });
export type CashMove = z.infer<typeof CashMove>;

/** The user whose drawer it is; null for the desk's one. */
const Holder = z.strictObject({ id: Id, name: z.string().nullable() }).nullable();

/** The sums of a period in cash. Opening + cash + cash in − refunds − expenses − cash out is expected. */
const cashSums = {
  /** The cash that stayed at the close before, with what was handed over and what a count at the opening changed. */
  opening: z.int(),
  /** Cash taken. */
  cash: z.int(),
  /** Cash given back. */
  refunds: z.int(),
  cashIn: z.int(),
  cashOut: z.int(),
  expenses: z.int(),
  expected: z.int(),
};

/** The recipient of the cash that a close hands over. */
export const HandedTo = z.enum(['bank', 'owner', 'drawer']);
export type HandedTo = z.infer<typeof HandedTo>;

/** The totals of UPI and card that the terminal or the bank shows. */
const total = z.int().min(-1_000_000_000_000).max(1_000_000_000_000);
export const ConfirmedTotals = z.strictObject({ UPI: total, Card: total });
export type ConfirmedTotals = z.infer<typeof ConfirmedTotals>;

/** A closed period of a drawer: never changed, and reopened until the next one has rows. */
export const DrawerClose = z.strictObject({
  id: Id,
  /** The user whose drawer it is; null for the desk's one drawer. */
  holder: Holder,
  /** The close before; null for the first period. */
  openedAt: Instant.nullable(),
  closedAt: Instant,
  closedBy: z.string().nullable(),
  ...cashSums,
  counted: CashPaise,
  /** Counted − expected: below 0 something is missing. */
  difference: z.int(),
  /** The cash that was removed at the close; the rest opens the next period. */
  handedOver: CashPaise,
  /** Null where nothing was handed over. `drawer` is the drawer that got it. */
  handedTo: z.strictObject({ to: HandedTo, drawer: Holder }).nullable(),
  /** Null where nobody was asked. */
  confirmed: ConfirmedTotals.nullable(),
  /** The money that was taken by each method, including cash. */
  methods: z.array(z.strictObject({ method: PaymentMethod, total: z.int() })),
  notes: CountedNotes.nullable(),
  note: z.string().nullable(),
  reopened: z.strictObject({ at: Instant, by: z.string().nullable(), reason: z.string() }).nullable(),
  mayReopen: z.boolean(),
});
export type DrawerClose = z.infer<typeof DrawerClose>;

/** A drawer with rows since its last close. */
export const OpenDrawer = z.strictObject({
  /** Null for the desk's one drawer. */
  holder: Holder,
  openedAt: Instant.nullable(),
  /** The time of its first row; null without one. */
  firstAt: Instant.nullable(),
  ...cashSums,
  methods: z.array(z.strictObject({ method: PaymentMethod, total: z.int() })),
});
export type OpenDrawer = z.infer<typeof OpenDrawer>;

/**
 * A drawer since its last close. Where the business counts first, its cash is left out until it was
 * counted: from `cash`, `refunds` and `expected`, which are null, and from `methods` and `rows`. Where
 * it confirms totals too, these two are empty until then.
 */
export const Drawer = OpenDrawer.extend({
  period: z.int(),
  cash: z.int().nullable(),
  refunds: z.int().nullable(),
  expected: z.int().nullable(),
  /** The rows of money since the last close, newest first. At most 500. */
  rows: z.array(OwnTaking),
  expenseRows: z.array(DrawerExpense),
  /** Other cash that went in or out, newest first. */
  moves: z.array(CashMove),
  /** Whether the business wants its opening counted, and nothing was taken since. */
  countsOpening: z.boolean(),
  /** Whether the totals of UPI and card are confirmed at its close. */
  confirmsTotals: z.boolean(),
  /** The drawers to which its close may hand cash over. `name` is null for the desk's one. */
  recipients: z.array(z.strictObject({ id: Id, name: z.string().nullable() })),
  /** Another drawer of the caller that is still open, from before the rule of drawers was changed. */
  leftOver: z.strictObject({ id: Id, holder: Holder }).nullable(),
  /** The last closes of this drawer, newest first. At most 10. */
  closes: z.array(DrawerClose),
});
export type Drawer = z.infer<typeof Drawer>;

const holder = { holder: Id.optional() };

/** Whether the drawer may hold less than nothing from then on. */
const belowZero = z.boolean().optional();

export const getDrawer = endpoint({
  method: 'GET',
  path: '/api/drawer',
  access: 'appointments.read',
  conditional: true,
  summary:
    "The caller's drawer since its last close, or the desk's one. " +
    "Another one's for those who close the business.",
  query: z.strictObject(holder),
  reply: Drawer,
});

export const addExpense = endpoint({
  method: 'POST',
  path: '/api/drawer/expenses',
  access: 'appointments.write',
  summary: "Note cash that left the caller's drawer, with a reason; below 0 takes an expense back.",
  body: z.strictObject({
    paise: z
      .int()
      .min(-1_000_000_000)
      .max(1_000_000_000)
      .refine((paise) => paise !== 0, { error: 'Please enter an amount' }),
    reason: requiredLine(200, 'Please enter a reason'),
    belowZero,
  }),
  reply: DrawerExpense,
  status: 201,
  idempotent: true,
});

export const moveCash = endpoint({
  method: 'POST',
  path: '/api/drawer/moves',
  access: 'appointments.write',
  summary: "Put cash into the caller's drawer, or take it out, with a reason; below 0 takes a row back.",
  body: z.strictObject({
    kind: z.enum(['cash_in', 'cash_out']),
    paise: z
      .int()
      .min(-1_000_000_000)
      .max(1_000_000_000)
      .refine((paise) => paise !== 0, { error: 'Please enter an amount' }),
    reason: requiredLine(200, 'Please enter a reason'),
    belowZero,
  }),
  reply: CashMove,
  status: 201,
  idempotent: true,
});

export const countOpening = endpoint({
  method: 'POST',
  path: '/api/drawer/openings',
  access: 'appointments.write',
  summary:
    'Say what was counted in a drawer at its opening, before anything else goes in or out of it. ' +
    'A difference from what stayed needs a note.',
  body: z.strictObject({ ...holder, counted: CashPaise, note: line(200).nullish(), period: z.int() }),
  reply: CashMove,
  status: 201,
  idempotent: true,
});

export const countDrawer = endpoint({
  method: 'POST',
  path: '/api/drawer/counts',
  access: 'appointments.write',
  summary:
    "Say what a drawer's cash was counted to be, and read the drawer with its cash. Each count is kept " +
    'in the audit log. Refused where it was closed since it was seen.',
  body: z.strictObject({
    ...holder,
    counted: CashPaise,
    /** Required where the owner wants the cash counted first and the totals confirmed. */
    confirmed: ConfirmedTotals.nullish(),
    period: z.int(),
  }),
  reply: Drawer,
});

export const closeDrawer = endpoint({
  method: 'POST',
  path: '/api/drawer/closes',
  access: 'appointments.write',
  summary:
    'Close a drawer: count its cash, and begin the next period. ' +
    'Refused where it has changed since it was seen.',
  body: z.strictObject({
    ...holder,
    counted: CashPaise,
    notes: CountedNotes.nullish(),
    handedOver: CashPaise.default(0),
    handedTo: HandedTo.default('owner'),
    /** One of the drawer's `recipients`, where it is handed to a drawer. */
    handedToDrawer: Id.optional(),
    /** Required where the owner wants the totals confirmed. */
    confirmed: ConfirmedTotals.nullish(),
    /** Required where counted and expected, or confirmed and taken, differ. */
    note: line(500).nullish(),
    /** The period and the cash that the caller saw. */
    period: z.int(),
    expected: z.int(),
  }),
  reply: DrawerClose,
  status: 201,
  idempotent: true,
});

export const reopenDrawer = endpoint({
  method: 'POST',
  path: '/api/drawer/closes/:id/reopening',
  access: 'payments.refund',
  summary: 'Reopen the last close of a drawer with a reason, until the next period has rows.',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: requiredLine(200, 'Please enter a reason') }),
  reply: DrawerClose,
});

export const listDrawers = endpoint({
  method: 'GET',
  path: '/api/drawers',
  access: 'revenue.read',
  conditional: true,
  summary: 'The drawers with rows since their last close.',
  reply: z.strictObject({ open: z.array(OpenDrawer), mayClose: z.boolean() }),
});

export const DrawerRules = z.strictObject({
  /** Whether there is one drawer for the desk; otherwise each person has their own. */
  oneDrawer: z.boolean(),
  /** Whether the cash of a drawer is shown only once it was counted; with `confirmTotals` all of its money. */
  countFirst: z.boolean(),
  /** Whether the cash of a drawer is counted at its opening. */
  countOpening: z.boolean(),
  /** Whether the totals of UPI and card are confirmed at a close. */
  confirmTotals: z.boolean(),
});
export type DrawerRules = z.infer<typeof DrawerRules>;

export const getDrawerRules = endpoint({
  method: 'GET',
  path: '/api/drawer-rules',
  access: 'settings.write',
  summary: 'Whether there is one drawer for the desk, what is counted, and what is confirmed at a close.',
  reply: DrawerRules,
});

export const setDrawerRules = endpoint({
  method: 'PUT',
  path: '/api/drawer-rules',
  access: 'settings.write',
  summary:
    'Choose one drawer for the desk or one for each person, what is counted and what is confirmed. ' +
    'What is left out stays; what was taken stays where it was.',
  body: DrawerRules.partial(),
  reply: DrawerRules,
});
