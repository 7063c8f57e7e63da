import type { Guest } from '../../../context/actor.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { readPayments } from '../../ledger/index.ts';
import { readOnlineMoney, readUncaptured } from '../../online-payments/index.ts';
import { usageOf, usageOn } from '../../tenancy/index.ts';
import { shownBookings } from '../../visibility/index.ts';
import { readInTenant } from '../../../db/tenant.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { isOnline, isWithdrawn, leftPaise } from '../money/online-money.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { readLanguage, readRefunded } from '../whatsapp-messages/queries.ts';
import { ruleRefunds } from './refund-rule.ts';
import { findByReference, type OwnBusinessRow, readOwnBusiness } from './queries.ts';

/** The milliseconds for which a payment that goes back by itself is shown: banks show it again before. */
const releasedMs = 10 * 86_400_000;

/** The days after a visit until which its link opens. */
export const daysAfterVisit = 30;

/** Work of a person without an account with their own booking. */
export interface OwnWork extends BookingContext {
  readonly actor: Guest;
}

/** A booking as its person sees it. */
export interface OwnBooking {
  readonly row: AppointmentRow;
  /** Whether the plan hides it from the business: its person sees it, may end its notices, and changes nothing else. */
  readonly isHidden: boolean;
  readonly business: OwnBusinessRow;
  /** The person's language; null where it is not known, and for a booking that a stranger made on the public page. */
  readonly language: string | null;
  /** The money that was given back, in paise. */
  readonly refunded: number;
  /**
   * The rest of the money paid online, what is authorized and not captured yet, what of both goes back on a
   * cancel, what is going back, what is not taken and goes back by itself, and what became no money of the booking
   * although it was taken, and is given back; in paise.
   */
  readonly online: {
    readonly left: number;
    readonly authorized: number;
    readonly back: number;
    readonly pending: number;
    readonly released: number;
    readonly returned: number;
  };
}

/**
 * Finds the booking of a link: of the version that counts, until thirty days after the visit. Undefined for all
 * else alike.
 */
export async function findOwn(
  work: Omit<OwnWork, 'businessType'>,
  { reference, version }: { readonly reference: string; readonly version: number },
): Promise<{ readonly own: OwnBooking; readonly context: OwnWork } | undefined> {
  const today = indiaDate(work.now);
  const read = await readInOneMessage(work, {
    found: findByReference({ reference }),
    business: readOwnBusiness({}),
    usage: usageOn(today),
  });
  const [row] = read.found;
  const [business] = read.business;
  if (!row || !business?.business_type || row.link_version !== version) return undefined;
  if (addDays(row.appointment_date, daysAfterVisit) < today) return undefined;
  const context = { ...work, businessType: business.business_type };
  const isHidden = usageOf(read.usage).hidden > 0 && !(await isShown(context, row.id));
  const about = await readInOneMessage(work, {
    person: readLanguage({ bookingId: row.id }),
    refunded: readRefunded({ bookingId: row.id }),
    rows: readPayments({ ids: [row.id] }),
    online: readOnlineMoney({ ids: [row.id] }),
    uncaptured: readUncaptured({ bookingId: row.id, since: new Date(work.now.getTime() - releasedMs) }),
  });
  const waiting = onlyRow(about.uncaptured);
  const authorized = isWithdrawn(row) ? 0 : waiting.paise;
  const paid = about.rows.filter((one) => isOnline(one, about));
  const online = {
    left: sum(paid.map((one) => leftPaise(one, about))),
    authorized,
    back: sum(ruleRefunds(about, null).map(({ paise }) => paise)) + waiting.back,
    pending: sum(about.online.map(({ pending }) => pending)),
    released: waiting.released + waiting.paise - authorized,
    returned: waiting.returned,
  };
  // A visitor may have typed the number of another, whose language would show that they are known.
  const language = row.source === 'online' ? null : (about.person[0]?.language ?? null);
  return {
    own: { row, isHidden, business, language, refunded: about.refunded[0]?.paise ?? 0, online },
    context,
  };
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}

async function isShown(context: OwnWork, id: string): Promise<boolean> {
  return (await readInTenant(context, (tx) => shownBookings(tx, context, [id]))).has(id);
}
