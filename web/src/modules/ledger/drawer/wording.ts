import type { CashMove, Drawer, DrawerClose } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import {
  addDays,
  formatDate,
  formatTime,
  indiaDate,
  indiaTime,
  type LocalDate,
} from '@samay/contract/core/time';
import { useSession } from '../../../lib/session/session.tsx';

export type Holder = Drawer['holder'];

/**
 * Describes how counted and expected cash differ: `₹50 is missing`, `₹20 too much`, `It agrees`.
 */
export function differenceText(difference: number): string {
  if (difference === 0) return 'It agrees';
  const amount = formatRupees(Math.abs(difference));
  return difference < 0 ? `${amount} is missing` : `${amount} too much`;
}

/** Describes the cash of later corrections of a close: `Corrected later: ₹500 less cash`. */
export function correctedText(corrected: number): string {
  if (corrected === 0) return 'Corrected later: the same cash';
  const amount = formatRupees(Math.abs(corrected));
  return `Corrected later: ${amount} ${corrected < 0 ? 'less' : 'more'} cash`;
}

/** Names a drawer by its holder: `Your drawer`, `Asha's drawer`, `The desk's drawer`. */
export function drawerName(holder: Holder, userId: string): string {
  if (holder === null) return "The desk's drawer";
  if (holder.id === userId) return 'Your drawer';
  return `${holder.name ?? 'An erased person'}'s drawer`;
}

/** Names who got the cash that a close handed over. */
export function recipientName({ to, drawer }: NonNullable<DrawerClose['handedTo']>): string {
  if (to === 'drawer') return drawer === null ? "the desk's drawer" : holderName(drawer);
  return to === 'bank' ? 'the bank' : 'the owner';
}

/** The names of cash that went into or out of a drawer. */
export const moveNames: Record<CashMove['kind'], string> = {
  cash_in: 'Cash in',
  cash_out: 'Cash out',
  handover: 'From a colleague',
  float: 'Opening counted',
};

/** Names the holder in a list of drawers. */
export function holderName(holder: Holder): string {
  return holder === null ? 'The desk' : (holder.name ?? 'Erased person');
}

/** Formats the day of a drawer, after its name: `of yesterday`, `of 21 Nov 2026`. */
export function ofDay(firstAt: string, today: LocalDate): string {
  const day = indiaDate(new Date(firstAt));
  return day === addDays(today, -1) ? 'of yesterday' : `of ${formatDate(day)}`;
}

/** Formats an instant for a list that has mostly today's: `2:30 pm`, or preceded by its date. */
export function shortInstant(instant: string, today: LocalDate): string {
  const at = new Date(instant);
  const time = formatTime(indiaTime(at));
  return indiaDate(at) === today ? time : `${formatDate(indiaDate(at))}, ${time}`;
}

/** Returns the id of the desk's one drawer, which is the id of the business. */
export function useDeskDrawer(): string {
  return useSession().tenant?.id ?? '';
}
