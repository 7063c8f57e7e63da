import { listReminderTemplates } from '@samay/contract/reach/reminders/templates';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { writeTogether } from '../../../db/transaction.ts';
import { saveTextState } from './text-queries.ts';

/**
 * Job: registers the texts of reminders at WhatsApp that its account does not have yet, and notes what
 * WhatsApp says about each. Returns the number of texts.
 */
export async function registerTexts(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'whatsApp'>,
): Promise<number> {
  if (!dependencies.whatsApp?.operator) return 0;
  const texts = [...listReminderTemplates('doctor'), ...listReminderTemplates('turf')];
  const known = await dependencies.whatsApp.registerTexts(texts);
  const now = dependencies.clock();
  const own = texts.flatMap(({ name, language }) => {
    const found = known.find((text) => text.name === name && text.language === language);
    return found ? [{ name, language, state: found.state, reason: found.reason, now }] : [];
  });
  await asPlatform(dependencies, (tx) => writeTogether(tx, platform, own.map(saveTextState)));
  return own.length;
}
