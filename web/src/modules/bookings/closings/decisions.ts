import type { BodyInput } from '@samay/contract/core/endpoint';
import type { addClosing, TouchedBooking } from '@samay/contract/bookings/closings';
import { formatCount } from '@samay/contract/core/money';
import { LocalDate, LocalTime } from '@samay/contract/core/time';

export type Fate = 'leave' | 'advance' | 'refund';

/** The place of a move; without a doctor or court the booking's own. */
export interface Destination {
  readonly date: string;
  readonly time: string;
  readonly resourceId: string | null;
}

/** The choice for a booking. A `typed` move may lack its time. */
export type Choice =
  | { readonly action: 'move' }
  | { readonly action: 'typed'; readonly to: Destination }
  /** Without `money` it has the fate of all. */
  | { readonly action: 'cancel'; readonly money?: Fate }
  | { readonly action: 'keep' };
export type Action = Choice['action'];

/** The choices that were made singly, by the id of the booking. */
export type Choices = ReadonlyMap<string, Choice>;

/** Lists what can be chosen for a booking. */
export function actionsFor({ booking: { may }, proposal }: TouchedBooking): Action[] {
  const mayMove = may.includes('reschedule');
  return [
    ...(mayMove && proposal ? (['move'] as const) : []),
    ...(mayMove ? (['typed'] as const) : []),
    ...(may.includes('cancel') ? (['cancel'] as const) : []),
    'keep',
  ];
}

/**
 * Returns the choice that a booking has from the beginning: a move where a start is proposed, else
 * its cancellation. A person who is inside stays.
 */
export function defaultChoice(touched: TouchedBooking): Choice {
  if (touched.booking.startedAt !== null) return { action: 'keep' };
  const actions = actionsFor(touched);
  if (actions.includes('move')) return { action: 'move' };
  return { action: actions.includes('cancel') ? 'cancel' : 'keep' };
}

export function choiceFor(touched: TouchedBooking, choices: Choices): Choice {
  const chosen = choices.get(touched.booking.id);
  if (!chosen) return defaultChoice(touched);
  // A proposal that has gone since, with a refetch, takes its choice with it.
  return actionsFor(touched).includes(chosen.action) ? chosen : defaultChoice(touched);
}

/** Returns the choices with one action for all bookings for which it can be chosen. */
export function chosenForAll(
  items: readonly TouchedBooking[],
  action: Exclude<Action, 'typed'>,
  choices: Choices,
): Choices {
  const able = items.filter(
    (each) => actionsFor(each).includes(action) && choices.get(each.booking.id)?.action !== action,
  );
  return new Map<string, Choice>([
    ...choices,
    ...able.map(({ booking }) => [booking.id, { action }] as const),
  ]);
}

/** Returns the choices with one fate for the money of all cancelled bookings. */
export function withoutFates(choices: Choices): Choices {
  const alike = (choice: Choice): Choice => (choice.action === 'cancel' ? { action: 'cancel' } : choice);
  return new Map([...choices].map(([id, choice]) => [id, alike(choice)]));
}

/** Returns the fate of the money of all cancelled bookings; undefined if they have several. */
export function commonFate(items: readonly TouchedBooking[], choices: Choices, fate: Fate): Fate | undefined {
  const fates = new Set(
    items.flatMap((each) => {
      const choice = choiceFor(each, choices);
      return choice.action === 'cancel' && each.booking.amount ? [choice.money ?? fate] : [];
    }),
  );
  const [first, ...others] = fates;
  return others.length === 0 ? (first ?? fate) : undefined;
}

/** Returns whether a typed move has no valid day and time yet. */
export function isUnfinished(choice: Choice): boolean {
  if (choice.action !== 'typed') return false;
  const { date, time } = choice.to;
  return !LocalDate.safeParse(date).success || !LocalTime.safeParse(time).success;
}

export interface Sums {
  readonly move: number;
  readonly cancel: number;
  readonly keep: number;
  /** The money of the bookings that are cancelled, and the number of those with money. */
  readonly paise: number;
  readonly paid: number;
}

/** Sums the money that is given back and whose method was not noted. */
export function sumUnnamed(items: readonly TouchedBooking[], choices: Choices, fate: Fate): number {
  return items.reduce((sum, touched) => {
    const choice = choiceFor(touched, choices);
    const isGivenBack = choice.action === 'cancel' && (choice.money ?? fate) === 'refund';
    return isGivenBack ? sum + touched.unnamed : sum;
  }, 0);
}

export function sumUp(items: readonly TouchedBooking[], choices: Choices): Sums {
  const sums = { move: 0, cancel: 0, keep: 0, paise: 0, paid: 0 };
  for (const touched of items) {
    const { action } = choiceFor(touched, choices);
    sums[action === 'typed' ? 'move' : action] += 1;
    if (action === 'cancel' && touched.booking.amount) {
      sums.paise += touched.booking.amount;
      sums.paid += 1;
    }
  }
  return sums;
}

/**
 * Returns the text of the press: `Close and move 10, cancel 2`, or without `Close` where the
 * closure is there already.
 */
export function pressText({ move, cancel, keep }: Sums, isClosed: boolean): string {
  const parts = [
    ...(move > 0 ? [`move ${formatCount(move)}`] : []),
    ...(cancel > 0 ? [`cancel ${formatCount(cancel)}`] : []),
  ];
  if (parts.length === 0 && keep > 0) parts.push(`keep ${formatCount(keep)}`);
  const text = parts.join(', ');
  if (text === '') return 'Close';
  return isClosed ? text.charAt(0).toUpperCase() + text.slice(1) : `Close and ${text}`;
}

type Decided = BodyInput<typeof addClosing>['bookings'];

/**
 * Builds the decisions of the request. Money is decided where a cancelled booking has any.
 * @param method the method by which money goes back whose own was not noted
 */
export function decisionsBody(
  items: readonly TouchedBooking[],
  choices: Choices,
  { fate, method = '' }: { readonly fate: Fate; readonly method?: string },
): Decided {
  return items.map((touched) => {
    const { id, date, time, amount } = touched.booking;
    return { id, before: { date, time }, decision: toDecision(choiceFor(touched, choices)) };

    function toDecision(choice: Choice): Decided[number]['decision'] {
      if (choice.action === 'typed') return { action: 'move', to: { ...choice.to } };
      if (choice.action === 'move' && touched.proposal) return { action: 'move', to: touched.proposal };
      if (choice.action === 'cancel') {
        const money = amount ? (choice.money ?? fate) : 'leave';
        return { action: 'cancel', money, ...(money === 'refund' && touched.unnamed > 0 && { method }) };
      }
      return { action: 'keep' };
    }
  });
}
