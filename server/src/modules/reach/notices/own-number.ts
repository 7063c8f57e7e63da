import type { NoticeSettings, OwnNumberChange } from '@samay/contract/reach/notices';
import { listTemplates } from '@samay/contract/reach/changes/templates';
import type { CheckedNumber } from '../../../adapters/channels/port.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { enqueuePlan } from '../reminders/plan-all.ts';
import { showNoticeSettings } from './settings.ts';
import { removeOwn, saveOwn, saveOwnTexts } from '../channels/own-queries.ts';
import { readChannel } from '../channels/queries.ts';
import { toTextStates } from '../channels/register-texts.ts';
import { decryptToken, encryptToken } from '../channels/token.ts';

const channel = 'whatsapp';

/**
 * Has a business send by its own number, once WhatsApp knows it and the token, and registers the texts
 * there. Asks WhatsApp outside of a transaction.
 * @throws `whatsapp.refused` with the reason at the field; nothing is saved then
 */
export async function connectNumber(
  context: TenantContext,
  { body: { phoneNumberId, accountId, token } }: { body: OwnNumberChange },
): Promise<NoticeSettings> {
  const { dependencies, tenantId, businessType, now } = context;
  const whatsApp = orNotFound(dependencies.whatsApp, 'whatsapp.not_available');
  const { kept } = await readInOneMessage(context, { kept: readChannel({ channel }) });
  const sealed = kept[0]?.account === null ? null : kept[0]?.encryptedToken;
  const known = token ?? (sealed ? decryptToken(dependencies.secrets, { tenantId, channel }, sealed) : null);
  if (known === null) throw refused({ token: 'Please enter the token' });
  const checked = await whatsApp.check({ phoneNumberId, accountId, token: known });
  if (checked.kind !== 'found') throw refused(toFields(checked));
  const texts = await whatsApp
    .registerTexts(listTemplates(businessType), { accountId, token: known })
    // The hourly job registers what is missing.
    .catch(() => []);
  const encrypted = encryptToken(dependencies.secrets, { tenantId, channel }, known);
  await inTenant(context, async (tx) => {
    await writeTogether(tx, context, [
      saveOwn({ account: phoneNumberId, accountId, name: checked.name.slice(0, 200), encrypted, now }),
      saveOwnTexts({
        business: tenantId,
        accountId,
        texts: JSON.stringify(toTextStates(businessType, texts)),
      }),
    ]);
    await enqueuePlan(tx, context);
    await audit(tx, context, 'notice_settings.number_connected', tenantId, { number: phoneNumberId });
  });
  return showNoticeSettings(context);
}

/** Removes the own number: its business sends by the installation's, or no more by WhatsApp where there is none. */
export async function removeNumber(context: TenantContext): Promise<NoticeSettings> {
  const { dependencies, tenantId, now } = context;
  const isOn = dependencies.whatsApp?.operator !== undefined;
  await inTenant(context, async (tx) => {
    if ((await run(tx, context, removeOwn({ isOn, now }))).length === 0) return;
    await enqueuePlan(tx, context);
    await audit(tx, context, 'notice_settings.number_removed', tenantId);
  });
  return showNoticeSettings(context);
}

/** Returns the field at which the result of a look is shown, and its sentence. */
function toFields(checked: Exclude<CheckedNumber, { kind: 'found' }>): Record<string, string> {
  if (checked.kind === 'unknown')
    return { phoneNumberId: 'Nothing was saved, because the account at WhatsApp has no number of this id.' };
  const sentence = `Nothing was saved, because ${checked.reason}.`;
  return { [checked.kind === 'refused' ? 'accountId' : 'token']: sentence };
}

function refused(fields: Record<string, string>): AppError {
  return new AppError('whatsapp.refused', { fields });
}
