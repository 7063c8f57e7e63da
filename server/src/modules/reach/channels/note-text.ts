import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { TextEvent } from '../../../adapters/channels/port.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { lockOwnTexts, saveOwnTexts } from './own-queries.ts';
import { isOurText } from './register-texts.ts';
import { saveTextState } from './text-queries.ts';

/** Notes that WhatsApp says something else about a registered text; one that is not ours is left out. */
export async function noteText(dependencies: Dependencies, event: TextEvent): Promise<void> {
  const { accountId, name, state, reason } = event;
  if (!isOurText(name, event.language)) return;
  const text = { name, language: event.language as Language, state, reason };
  const now = dependencies.clock();
  await asPlatform(dependencies, async (tx) => {
    if (accountId === dependencies.whatsApp?.operatorIds?.accountId)
      await run(tx, platform, saveTextState({ ...text, now }));
    const owners = await run(tx, platform, lockOwnTexts({ accountId }));
    const others = (texts: readonly { name: string; language: string }[]) =>
      texts.filter((each) => each.name !== name || each.language !== text.language);
    await writeTogether(
      tx,
      platform,
      owners.map(({ tenantId: business, texts }) =>
        saveOwnTexts({ business, accountId, texts: JSON.stringify([...others(texts), text]) }),
      ),
    );
  });
}
