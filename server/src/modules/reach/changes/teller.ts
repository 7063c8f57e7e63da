import type { ToldChange } from '@samay/contract/reach/changes/kinds';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { ChannelRow, NumberChannel } from '../channels/queries.ts';
import type { Passed, Prepared } from '../sending/number-sender.ts';
import type { ToldBooking } from './queries.ts';

/** The notice of a change to a number, and what surrounds it. */
interface ToTell {
  readonly row: ChannelRow;
  readonly booking: ToldBooking;
  /** The digits of the number. */
  readonly number: string;
  readonly change: ToldChange;
  readonly effectId: string;
  readonly dependencies: Dependencies;
}

/** A channel to telephone numbers by which changes are told. */
export interface Teller {
  readonly channel: NumberChannel;
  /** Returns whether the business tells changes by a channel that is on. */
  mayTell(row: ChannelRow): boolean;
  /** Prepares a message under the lock of the channel, and takes its credit. */
  prepare(tx: Tx, context: BusinessContext, about: ToTell): Promise<Prepared | Passed>;
}

/** Lists a booking and the dates that were changed with it, in order of time. */
export function listDates({ date, time, alsoAt }: ToldBooking): { date: string; time: string }[] {
  return [{ date, time }, ...alsoAt]
    .toSorted((one, other) => `${one.date} ${one.time}`.localeCompare(`${other.date} ${other.time}`))
    .map((at) => ({ date: at.date, time: at.time.slice(0, 5) }));
}
