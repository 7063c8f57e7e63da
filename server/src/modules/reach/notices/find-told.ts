import type { AnswerEvent } from '../../../adapters/channels/port.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { hashAddress } from '../../../outbox/mail-counts.ts';
import { readReference } from '../channels/message-names.ts';
import { findAnsweredNotice, listTold, type ToldRow } from './report-queries.ts';

/** The payload of the answer that says that the person comes. */
const coming = 'coming ';

/** Composes the payload of the answer to a message. */
export function composeAnswer(reference: string): string {
  return `${coming}${reference}`;
}

/** Returns an Indian number as `telephone` writes it; undefined for another one. */
export function readNumber(from: string | null): string | undefined {
  return /^91([6-9]\d{9})$/.exec(from ?? '')?.[1];
}

/**
 * Finds the bookings of whose message an answer was pressed; none where the message did not go to the
 * number that answers.
 */
export async function findPressed(
  dependencies: Dependencies,
  { pressed, number }: { readonly pressed: string; readonly number: string },
): Promise<{ readonly context: BusinessContext; readonly told: readonly ToldRow[] } | undefined> {
  const named = pressed.startsWith(coming) ? readReference(pressed.slice(coming.length)) : undefined;
  if (!named) return undefined;
  const context = systemContext(dependencies, { job: 'whatsapp.answer', tenantId: named.tenantId });
  const addressHash = hashAddress(number);
  const { told } = await readInOneMessage(context, {
    told: listTold({ effectId: named.effectId, addressHash }),
  });
  return { context, told };
}

/** The time after its first try in which a message that nobody has confirmed may be what a person answers. */
const unconfirmedMs = 2 * 60_000;

/**
 * Finds the business, and a booking, of the message that a person answers in words, by the account that they
 * write to: the one that they quote, else the latest that may have reached them.
 */
export async function findAnswered(
  dependencies: Dependencies,
  { number, account, quoted }: Pick<AnswerEvent, 'account' | 'quoted'> & { readonly number: string },
): Promise<{ readonly tenantId: string; readonly bookingId: string } | undefined> {
  const isOurs = account === dependencies.whatsApp?.operatorIds?.phoneNumberId;
  const now = dependencies.clock();
  const { latest } = await readInOneMessageAsPlatform(dependencies, {
    latest: findAnsweredNotice({
      addressHash: hashAddress(number),
      account: isOurs ? null : account,
      quoted,
      since: new Date(now.getTime() - unconfirmedMs),
      now,
    }),
  });
  return latest[0];
}
