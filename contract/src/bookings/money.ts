import { z } from 'zod';
import { Above, NewCharge } from './above-due.ts';
import { Appointment } from './appointments.ts';
import { endpoint } from '../core/endpoint.ts';
import { Paise, PaymentMethod, TypedMethod } from '../core/money.ts';
import { Id, line, requiredLine } from '../core/text.ts';
import { ChargeOffer } from '../ledger/charge-list.ts';
import { MoneyKind } from '../ledger/received.ts';
import { Instant, LocalDate } from '../core/time.ts';

/** A row of money: never changed, never deleted. */
export const MoneyRow = z.strictObject({
  id: Id,
  kind: MoneyKind,
  /** Paise; below 0 where money leaves the booking, or the advance. */
  paise: z.int(),
  /** Null where none was noted; `Advance` for a transfer. */
  method: PaymentMethod.nullable(),
  /** A UTR, a card slip, the provider's payment id. */
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  /** The part of a refund by which it lowered what is owed, in paise; left out where it did not. */
  allowed: Paise.optional(),
  /** Present for money of a booking of a locked day: it is revenue of its own day. */
  isLate: z.literal(true).optional(),
  /** The row that a refund, a void or a transfer back takes from. */
  ofId: Id.nullable(),
  at: Instant,
  /** The user who noted it; null where no user did, and six years after they left. */
  by: z.string().nullable(),
  /** Present for money that came through the business's payment provider, and goes back there. */
  isOnline: z.literal(true).optional(),
  /** The part that may still be given back, in paise; 0 for rows that take away. */
  left: Paise,
  mayRefund: z.boolean(),
  mayVoid: z.boolean(),
  /** Whether the caller may correct it, because its drawer was closed. */
  mayCorrect: z.boolean(),
  /** Present for the rows of a correction. */
  isCorrection: z.literal(true).optional(),
  /** The drawer that took it, while its period is open. */
  drawerId: Id.nullable(),
});
export type MoneyRow = z.infer<typeof MoneyRow>;

/** A charge in addition to the price of the service, such as an injection. */
export const ChargeRow = z.strictObject({
  id: Id,
  name: z.string(),
  paise: Paise,
  at: Instant,
  by: z.string().nullable(),
  /** Its removal; null while it stands. */
  removed: z.strictObject({ at: Instant, by: z.string().nullable() }).nullable(),
  mayRemove: z.boolean(),
});
export type ChargeRow = z.infer<typeof ChargeRow>;

/** A part of the price that the business waives: one row for each change. */
export const DiscountRow = z.strictObject({
  id: Id,
  /** Paise; below 0 where less is waived than before. */
  paise: z.int(),
  reason: z.string(),
  at: Instant,
  by: z.string().nullable(),
});
export type DiscountRow = z.infer<typeof DiscountRow>;

/** A drawer from which cash may be given back. */
export const CashDrawer = z.strictObject({
  id: Id,
  /** The holder; null for the caller's own and for the desk's one. */
  holder: z.strictObject({ id: Id, name: z.string().nullable() }).nullable(),
  /** Whether the caller's own money goes into it. */
  isOwn: z.boolean(),
});
export type CashDrawer = z.infer<typeof CashDrawer>;

/** The money of a booking and of its person, oldest row first. */
export const BookingMoney = z.strictObject({
  rows: z.array(MoneyRow),
  charges: z.array(ChargeRow),
  discounts: z.array(DiscountRow),
  /** The charges that the owner's list proposes. */
  chargeList: z.array(ChargeOffer),
  /** The rows of the advance that the caller may void, oldest first. */
  advanceRows: z.array(MoneyRow),
  /** Money that goes back through the payment provider and is not done, oldest first. */
  onlineRefunds: z.array(z.strictObject({ id: Id, paise: Paise, hasFailed: z.boolean(), at: Instant })),
  /** Money that is paid online and not captured yet, and its part that goes back as the booking stands, in paise; null where there is none. */
  authorized: z.strictObject({ paise: Paise, back: Paise }).nullable(),
  /** The advance of the person and of those shown with them, in paise. */
  advance: z.int(),
  /** The most that the caller may waive of the price, in paise; null where there is no limit. */
  mostDiscount: Paise.nullable(),
  /** The open drawers and the caller's own, for those who may give money back. */
  drawers: z.array(CashDrawer),
  /** The day of the paid visit after which this one is free; null if it is not free. */
  freeAfter: LocalDate.nullable(),
});
export type BookingMoney = z.infer<typeof BookingMoney>;

/** The reasons of a refund, and whether the money is no longer owed after it. */
export const refundReasons = [
  { name: 'Service not given', lowers: true },
  { name: 'Goodwill', lowers: true },
  { name: 'Charged too much', lowers: true },
  { name: 'Wrong method', lowers: false },
  { name: 'Paid twice', lowers: false },
] as const;

/** Returns whether a refund of this reason lowers what is owed; a reason that was typed does. */
export function lowersOwed(reason: string): boolean {
  return refundReasons.find(({ name }) => name === reason)?.lowers ?? true;
}

export const correctionReasons = ['Wrong method', 'Wrong amount', 'Noted twice'] as const;
export const moneyReasons = ['Wrong amount', 'Wrong person', 'Service not given', 'Goodwill'] as const;
export const discountReasons = ['Follow-up', 'Staff or family', 'Cannot pay', 'Goodwill'] as const;

export const MoneyReason = requiredLine(200, 'Please enter a reason');
const Reference = line(100);
/** The amount of the booking that the caller saw; where it has changed, nothing is written. */
const amountBefore = Paise.nullable();
const params = z.strictObject({ id: Id });
const Positive = Paise.min(1, { error: 'Please enter an amount' });

const fromDrawer = {
  /** The drawer that cash leaves: by default that which took it while it is open, else the caller's own. */
  drawer: Id.nullish(),
  /** Whether the drawer may hold less than nothing from then on. */
  belowZero: z.boolean().optional(),
};

export const getMoney = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/money',
  access: 'appointments.read',
  conditional: true,
  summary: 'The payments, refunds, voids and discounts of a booking, and the advance of its person.',
  params,
  reply: BookingMoney,
});

export const takePayment = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/payments',
  access: 'appointments.write',
  summary: 'Take money for a booking, or spend the advance of its person on it.',
  params,
  body: z.strictObject({
    amount: Positive,
    /** The method; `Advance` spends the advance of the person. */
    method: TypedMethod,
    reference: Reference.nullish(),
    amountBefore,
    /** Required where the amount is above what is due. */
    above: Above.nullish(),
  }),
  reply: Appointment,
  idempotent: true,
});

/** The line of a bill that a credit note lowers: the charge, or null for the service. */
export const CreditedLine = z.strictObject({ charge: Id.nullable() });

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/refunds',
  access: 'appointments.write',
  summary:
    'Give money of a booking back, or keep it as an advance of its person. ' +
    'Never more than is left of the payment.',
  params,
  body: z.strictObject({
    /** The row from which it is taken. */
    payment: Id,
    amount: Positive,
    /** The method by which it is given back; `Advance` keeps it as an advance. */
    method: TypedMethod,
    reference: Reference.nullish(),
    reason: MoneyReason,
    /** Whether the money is no longer owed; by default as the reason says (`lowersOwed`). */
    lowers: z.boolean().optional(),
    /** The credit note that is made with it: the bill or invoice that it lowers, and by how much. */
    creditNote: z
      .strictObject({
        ofId: Id,
        total: Paise.min(1, { error: 'Please enter an amount' }),
        line: CreditedLine.optional(),
      })
      .nullish(),
    ...fromDrawer,
    amountBefore,
    /** Paise: what the caller saw on its way back online, or failed there; left out for none. */
    pendingBefore: Paise.optional(),
  }),
  reply: Appointment,
  idempotent: true,
});

export const voidPayment = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/voids',
  access: 'appointments.write',
  summary: 'Take back a payment or a refund that was noted by mistake. Both rows stay.',
  params,
  body: z.strictObject({ payment: Id, reason: MoneyReason, belowZero: fromDrawer.belowZero }),
  reply: Appointment,
  idempotent: true,
});

export const correctPayment = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/corrections',
  access: 'settings.write',
  summary:
    'Correct the method or the amount of a payment or a refund whose drawer was closed, of the booking or of ' +
    "its person's advance. The right row counts today and in no drawer.",
  params,
  body: z.strictObject({
    payment: Id,
    /** Whether it is a row of the advance. */
    isAdvance: z.boolean().optional(),
    /** The right amount; 0 where no money was taken or given back. */
    amount: Paise,
    method: TypedMethod,
    reference: Reference.nullish(),
    reason: MoneyReason,
    amountBefore,
  }),
  reply: Appointment,
  idempotent: true,
});

export const addCharge = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/charges',
  access: 'appointments.write',
  summary: 'Add a charge to a booking in addition to the price of its service, such as an injection.',
  params,
  body: z.strictObject({
    ...NewCharge,
    amount: Positive,
    /** The sum of the charges that the caller saw. */
    chargesBefore: Paise,
  }),
  reply: Appointment,
  idempotent: true,
});

export const removeCharge = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/charge-removals',
  access: 'appointments.write',
  summary: 'Remove a charge that is on no bill or invoice. Both rows stay.',
  params,
  body: z.strictObject({ charge: Id }),
  reply: Appointment,
  idempotent: true,
});

export const setDiscount = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/discount',
  access: 'appointments.write',
  summary: 'Waive a part of the price, or all of it: nothing is charged then.',
  params,
  body: z.strictObject({
    /** The whole discount on the price from now on, in paise. */
    discount: Paise,
    reason: MoneyReason,
    /** The discount that the caller saw. */
    discountBefore: Paise,
  }),
  reply: Appointment,
});

/** The advance of a booking's person and of those shown with them, in paise. */
const Advance = z.strictObject({ advance: z.int() });

export const takeAdvance = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/advances',
  access: 'appointments.write',
  summary: "Take money in advance from a booking's person, which belongs to no booking yet.",
  params,
  body: z.strictObject({ amount: Positive, method: TypedMethod, reference: Reference.nullish() }),
  reply: Advance,
  idempotent: true,
});

export const refundAdvance = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/advance-refunds',
  access: 'payments.refund',
  summary: "Give money of the advance of a booking's person back.",
  params,
  body: z.strictObject({
    amount: Positive,
    method: TypedMethod,
    reference: Reference.nullish(),
    reason: MoneyReason,
    ...fromDrawer,
  }),
  reply: Advance,
  idempotent: true,
});

export const voidAdvance = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/advance-voids',
  access: 'appointments.write',
  summary:
    "Take back a payment or a refund of the advance of a booking's person that was noted by mistake. Both rows stay.",
  params,
  body: z.strictObject({ payment: Id, reason: MoneyReason, belowZero: fromDrawer.belowZero }),
  reply: Advance,
  idempotent: true,
});

/** The most bookings that are paid together. */
export const mostTakenTogether = 50;

export const takeAll = endpoint({
  method: 'POST',
  path: '/api/payments',
  access: 'appointments.write',
  summary: 'Take what several bookings owe: one payment for each, all of them or none.',
  body: z.strictObject({
    bookings: z
      .array(z.strictObject({ id: Id, amount: Positive, amountBefore }))
      .min(1)
      .max(mostTakenTogether),
    method: TypedMethod,
    reference: Reference.nullish(),
  }),
  reply: z.strictObject({ items: z.array(Appointment) }),
  idempotent: true,
});
