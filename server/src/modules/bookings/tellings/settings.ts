import type { setTellingWords as contract, TellingSettings } from '@samay/contract/bookings/tellings';
import { defaultWords } from '@samay/contract/bookings/tellings/compose';
import type { Language } from '@samay/contract/bookings/tellings/message-words';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage, type RowsOf } from '../../../db/read-in-one-message.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { deleteWords, putWords, readBusiness, readWords, writeBusinessLanguage } from './queries.ts';

const reading = () => ({ business: readBusiness({}), words: readWords({}) });

/** Returns the language of the business's messages, and the words that it has changed. */
export async function getTellingSettings(context: TenantContext): Promise<TellingSettings> {
  return presentSettings(await readInOneMessage(context, reading()));
}

export async function setTellingLanguage(
  context: TenantContext,
  { body: { language } }: { body: { language: Language } },
): Promise<TellingSettings> {
  return changed(context, async (tx) => {
    await run(tx, context, writeBusinessLanguage({ language, now: context.now }));
    await audit(tx, context, 'telling.language_changed', context.tenantId, { language });
  });
}

/**
 * Changes the words around the facts of a kind of message, in one language. The ready words are not
 * stored: where they get better, so do the messages of a business that never changed them.
 */
export async function setTellingWords(
  context: TenantContext,
  { body }: { body: BodyOf<typeof contract> },
): Promise<TellingSettings> {
  const { kind, language, head, tail } = body;
  const ready = defaultWords(kind, language);
  const isReady = head === ready.head && tail === ready.tail;
  return changed(context, async (tx) => {
    await run(tx, context, isReady ? deleteWords({ kind, language }) : putWords(body));
    await audit(tx, context, 'telling.words_changed', context.tenantId, { kind, language });
  });
}

async function changed(context: TenantContext, change: (tx: Tx) => Promise<void>): Promise<TellingSettings> {
  return inTenant(context, async (tx) => {
    await change(tx);
    return presentSettings(await runTogether(tx, context, reading()));
  });
}

function presentSettings({ business, words }: RowsOf<ReturnType<typeof reading>>): TellingSettings {
  return { language: onlyRow(business).language, words: [...words] };
}
