import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { SendOutcome } from '../../../adapters/channels/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { ChannelRow, NumberChannel } from '../channels/queries.ts';
import type { Around, listRemindedByWhatsApp, RemindedRow } from '../reminders/queries.ts';

/** The next channel has its turn, and why: no reason where the person has no number for this one. */
export interface Passed {
  readonly kind: 'passed';
  readonly reason: string | null;
}

/** A message that is ready to leave. */
export interface Prepared {
  readonly kind: 'prepared';
  readonly language: Language;
  /** The credits that were taken for it. */
  readonly credits: number;
  /** Sends it once; resolves within 10 s. */
  readonly send: () => Promise<SendOutcome>;
}

/** The bookings of a reminder to a number, and what surrounds them. */
interface ToPrepare {
  readonly row: ChannelRow;
  readonly own: RemindedRow;
  /** The bookings that it lists. */
  readonly rows: readonly RemindedRow[];
  readonly around: Around;
  readonly effectId: string;
  readonly dependencies: Dependencies;
}

/** A channel to telephone numbers. */
export interface NumberSender {
  readonly channel: NumberChannel;
  /** Lists the bookings that a reminder may list. */
  readonly list: typeof listRemindedByWhatsApp;
  isAvailable(dependencies: Dependencies): boolean;
  /** Prepares a message under the lock of the channel, and takes its credit. */
  prepare(tx: Tx, context: BusinessContext, about: ToPrepare): Promise<Prepared | Passed>;
}
