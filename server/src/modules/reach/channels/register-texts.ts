import { type CodeTemplate, listCodeTemplates } from '@samay/contract/reach/codes/texts';
import { listReminderTemplates, type ReminderTemplate } from '@samay/contract/reach/reminders/templates';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { writeTogether } from '../../../db/transaction.ts';
import { saveTextState } from './text-queries.ts';

type Registering = Pick<Dependencies, 'database' | 'clock' | 'whatsApp' | 'log'>;

/**
 * Job: registers the texts of reminders and of codes at WhatsApp that its account does not have yet, and
 * notes what WhatsApp says about each. Returns the number of texts.
 */
export async function registerTexts(dependencies: Registering): Promise<number> {
  const { whatsApp, log } = dependencies;
  if (!whatsApp?.operator) return 0;
  const reminders = [...listReminderTemplates('doctor'), ...listReminderTemplates('turf')];
  const registered = await registerSome(dependencies, whatsApp, reminders);
  // An account without a verified business is refused codes; its reminders leave all the same.
  const codes = await registerSome(dependencies, whatsApp, listCodeTemplates()).catch((error: unknown) => {
    log?.warn({ err: error }, 'the texts of codes could not be registered');
    return 0;
  });
  return registered + codes;
}

async function registerSome(
  dependencies: Registering,
  whatsApp: NonNullable<Dependencies['whatsApp']>,
  texts: readonly (ReminderTemplate | CodeTemplate)[],
): Promise<number> {
  const known = await whatsApp.registerTexts(texts);
  const now = dependencies.clock();
  const own = texts.flatMap(({ name, language }) => {
    const found = known.find((text) => text.name === name && text.language === language);
    return found ? [{ name, language, state: found.state, reason: found.reason, now }] : [];
  });
  await asPlatform(dependencies, (tx) => writeTogether(tx, platform, own.map(saveTextState)));
  return own.length;
}
