import type {
  setWhatsAppWords as contract,
  WhatsAppSettings,
} from '@samay/contract/bookings/whatsapp-messages';
import { defaultWords } from '@samay/contract/bookings/whatsapp-messages/compose';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage, type RowsOf } from '../../../db/read-in-one-message.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { deleteWords, putWords, readBusiness, readWords, writeBusinessLanguage } from './queries.ts';

const reading = () => ({ business: readBusiness({}), words: readWords({}) });

/** Returns the language of the business's messages, and the words that it has changed. */
export async function getWhatsAppSettings(context: TenantContext): Promise<WhatsAppSettings> {
  return presentSettings(await readInOneMessage(context, reading()));
}

export async function setWhatsAppLanguage(
  context: TenantContext,
  { body: { language } }: { body: { language: Language } },
): Promise<WhatsAppSettings> {
  return changed(context, async (tx) => {
    await run(tx, context, writeBusinessLanguage({ language, now: context.now }));
    await audit(tx, context, 'whatsapp.language_changed', context.tenantId, { language });
  });
}

/**
 * Changes the words around the facts of a kind of message, in one language. The ready words are not
 * stored: where they get better, so do the messages of a business that never changed them.
 */
export async function setWhatsAppWords(
  context: TenantContext,
  { body }: { body: BodyOf<typeof contract> },
): Promise<WhatsAppSettings> {
  const { kind, language, head, tail } = body;
  const ready = defaultWords(kind, language);
  const isReady = head === ready.head && tail === ready.tail;
  return changed(context, async (tx) => {
    await run(tx, context, isReady ? deleteWords({ kind, language }) : putWords(body));
    await audit(tx, context, 'whatsapp.words_changed', context.tenantId, { kind, language });
  });
}

async function changed(context: TenantContext, change: (tx: Tx) => Promise<void>): Promise<WhatsAppSettings> {
  return inTenant(context, async (tx) => {
    await change(tx);
    return presentSettings(await runTogether(tx, context, reading()));
  });
}

function presentSettings({ business, words }: RowsOf<ReturnType<typeof reading>>): WhatsAppSettings {
  return { language: onlyRow(business).language, words: [...words] };
}
