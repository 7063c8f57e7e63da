import { type CodeTemplate, listCodeTemplates } from '@samay/contract/reach/codes/texts';
import type { BusinessType } from '@samay/contract/core/roles';
import { listTemplates } from '@samay/contract/reach/changes/templates';
import type { RegisteredTemplate } from '@samay/contract/reach/reminders/templates';
import type { TemplateState } from '../../../adapters/channels/port.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { listOwnAccounts, saveOwnTexts } from './own-queries.ts';
import { saveTextState, type TextState } from './text-queries.ts';
import { decryptToken } from './token.ts';

type Asked = Pick<Dependencies, 'database' | 'clock' | 'whatsApp' | 'secrets' | 'log'>;

/**
 * Job: registers the texts of notices at WhatsApp that an account does not have yet, that of the
 * installation, which has the texts of codes too, and those of businesses with their own number. Notes
 * what WhatsApp says about each, and returns the number of texts.
 */
export async function registerTexts(dependencies: Asked): Promise<number> {
  const { whatsApp, log } = dependencies;
  if (!whatsApp) return 0;
  const own = await registerOwn(dependencies, whatsApp);
  if (!whatsApp.operator) return own;
  const notices = await registerOurs(dependencies, whatsApp, listNotices());
  // An account without a verified business is refused codes; its notices leave anyway.
  const codes = await registerOurs(dependencies, whatsApp, listCodeTemplates()).catch((error: unknown) => {
    log?.warn({ err: error }, 'the texts of codes could not be registered');
    return 0;
  });
  return own + notices + codes;
}

/** Registers texts at the installation's account. */
async function registerOurs(
  dependencies: Asked,
  whatsApp: NonNullable<Dependencies['whatsApp']>,
  texts: readonly (RegisteredTemplate | CodeTemplate)[],
): Promise<number> {
  const known = pickKnown(texts, await whatsApp.registerTexts(texts));
  const now = dependencies.clock();
  await asPlatform(dependencies, (tx) =>
    writeTogether(
      tx,
      platform,
      known.map((text) => saveTextState({ ...text, now })),
    ),
  );
  return known.length;
}

/** Registers the texts at the accounts of businesses. One that does not answer keeps no other waiting. */
async function registerOwn(
  dependencies: Asked,
  whatsApp: NonNullable<Dependencies['whatsApp']>,
): Promise<number> {
  const accounts = await asPlatform(dependencies, (tx) => run(tx, platform, listOwnAccounts({})));
  let count = 0;
  for (const { tenantId, accountId, encryptedToken, businessType } of accounts)
    try {
      const token = decryptToken(dependencies.secrets, { tenantId, channel: 'whatsapp' }, encryptedToken);
      const type = businessType ?? 'doctor';
      const found = await whatsApp.registerTexts(listTemplates(type), { accountId, token });
      const texts = toTextStates(type, found);
      await asPlatform(dependencies, (tx) =>
        run(tx, platform, saveOwnTexts({ business: tenantId, accountId, texts: JSON.stringify(texts) })),
      );
      count += texts.length;
    } catch (error) {
      dependencies.log?.info({ err: error, tenantId }, 'the texts of a business were not registered');
    }
  return count;
}

/** Returns what WhatsApp says about the texts of a type of business. */
export function toTextStates(businessType: BusinessType, found: readonly TemplateState[]): TextState[] {
  return pickKnown(listTemplates(businessType), found);
}

/** Returns whether the installation registers a text of a name and language. */
export function isOurText(name: string, language: string): boolean {
  const all = [...listNotices(), ...listCodeTemplates()];
  return all.some((text) => text.name === name && text.language === language);
}

function listNotices(): RegisteredTemplate[] {
  return [...listTemplates('doctor'), ...listTemplates('turf')];
}

function pickKnown(
  texts: readonly (RegisteredTemplate | CodeTemplate)[],
  found: readonly TemplateState[],
): TextState[] {
  return texts.flatMap(({ name, language }) => {
    const known = found.find((text) => text.name === name && text.language === language);
    return known ? [{ name, language, state: known.state, reason: known.reason }] : [];
  });
}
