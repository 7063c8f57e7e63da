import { smsChanges } from '@samay/contract/reach/sms/change-texts';
import type { SmsChange, SmsSettings } from '@samay/contract/reach/sms-settings';
import { composeReportSecret } from '../../../context/report-address.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { writeTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readChannel } from '../channels/queries.ts';
import { stopReason } from '../channels/rules.ts';
import { listTexts, type TextRow } from '../channels/sms-text-queries.ts';
import { decryptToken, encryptToken } from '../channels/token.ts';
import { enqueuePlan } from '../reminders/plan-all.ts';
import { deleteOtherTexts, readBusiness, readEntity, saveAccount, saveText } from './queries.ts';
import { tryTexts } from './try-texts.ts';

const channel = 'sms';

/** Shows the account and the texts of a business, never its key. */
export async function showSmsSettings(context: TenantContext): Promise<SmsSettings> {
  const { dependencies, caller, now } = context;
  const read = await readInOneMessage(context, {
    channels: readChannel({ channel }),
    entities: readEntity({}),
    texts: listTexts({}),
    businesses: readBusiness({}),
  });
  const [row] = read.channels;
  const mayChange = caller.tenant?.suspended !== true;
  const { shortId } = orNotFound(read.businesses[0]);
  const stopped = row?.isOn ? stopReason(row, now) : undefined;
  return {
    isOn: row?.isOn ?? false,
    hasKey: Boolean(row?.encryptedToken),
    entityId: read.entities[0]?.entityId ?? null,
    header: row?.account ?? null,
    texts: read.texts,
    reportAddress: mayChange
      ? `${dependencies.settings.publicUrl}/api/sms-reports/${composeReportSecret(dependencies.secrets, 'sms-reports', shortId)}`
      : null,
    trouble:
      stopped === undefined
        ? null
        : `SMS has stopped, because ${stopped}: ${chooseRemedy(stopped)}, then save here, which sends a test.`,
    may: { change: mayChange },
  };
}

/**
 * Changes the account and the texts. Each new text is sent as a test first, outside of a transaction.
 * @throws `sms.refused` with the reason at the field where MSG91 takes a test not; nothing is saved then
 */
export async function changeSmsSettings(
  context: TenantContext,
  { body }: { body: SmsChange },
): Promise<SmsSettings> {
  const { dependencies, tenantId, now } = context;
  const { isOn, entityId } = body;
  const read = await readInOneMessage(context, {
    channels: readChannel({ channel }),
    texts: listTexts({}),
    businesses: readBusiness({}),
  });
  const kept = read.channels[0]?.encryptedToken;
  const key =
    body.key ?? (kept ? decryptToken(dependencies.secrets, { tenantId, channel }, kept) : undefined);
  if (key === undefined) throw refused({ key: 'Please enter the authkey of MSG91' });
  const texts = body.texts.map(({ code: given, changes: told, ...text }) => {
    const kept = read.texts.find(({ language }) => language === text.language);
    const code = given === undefined ? kept?.code : given;
    return {
      ...withSmallId(text),
      code: code ? withSmallId(code) : null,
      changes: toChanges(told ?? kept?.changes ?? {}),
    };
  });
  const isStopped = read.channels[0]?.stoppedAt != null;
  const tried =
    isOn && (body.key !== null || isStopped) ? texts : texts.filter((text) => isNew(text, read.texts));
  if (isOn && tried.length > 0) {
    if (body.testNumber === null) throw refused({ testNumber: 'Please enter a number for the test' });
    const wrong = await tryTexts(context, {
      key,
      texts: tried,
      number: body.testNumber,
      business: read.businesses[0],
    });
    if (wrong) throw refused(wrong);
  }
  await inTenant(context, async (tx) => {
    const encrypted = encryptToken(dependencies.secrets, { tenantId, channel }, key);
    await writeTogether(tx, context, [
      saveAccount({ isOn, header: body.header.toUpperCase(), entityId, encrypted, now }),
      deleteOtherTexts({ languages: texts.map(({ language }) => language) }),
      ...texts.map(({ code, changes, ...text }) =>
        saveText({
          ...text,
          changes: JSON.stringify(changes),
          codeTemplateId: code?.templateId ?? null,
          codeDltId: code?.dltId ?? null,
          codeText: code?.text ?? null,
          now,
        }),
      ),
    ]);
    await enqueuePlan(tx, context);
    await audit(tx, context, 'notice_settings.sms_changed', tenantId, { isOn });
  });
  return showSmsSettings(context);
}

/** Returns what an owner does about a reason. */
function chooseRemedy(reason: string): string {
  return reason.includes('differs from the registered one')
    ? 'compare both letter by letter and mend the one at MSG91'
    : 'mend it at MSG91 or with the operators';
}

/** MSG91 writes the ids of its templates in small letters. */
function withSmallId<Text extends { readonly templateId: string }>(text: Text): Text {
  return { ...text, templateId: text.templateId.toLowerCase() };
}

/** Leaves out the changes that have no text. */
function toChanges(changes: NonNullable<TextRow['changes']>): NonNullable<TextRow['changes']> {
  const texts = smsChanges.flatMap((change) => {
    const text = changes[change];
    return text ? [[change, withSmallId(text)] as const] : [];
  });
  return Object.fromEntries(texts);
}

function isNew(text: TextRow, known: readonly TextRow[]): boolean {
  return !known.some(
    (each) =>
      each.language === text.language &&
      each.templateId === text.templateId &&
      each.text === text.text &&
      each.code?.templateId === text.code?.templateId &&
      each.code?.text === text.code?.text &&
      smsChanges.every((change) => {
        const [one, other] = [each.changes?.[change], text.changes?.[change]];
        return one?.templateId === other?.templateId && one?.text === other?.text;
      }),
  );
}

function refused(fields: Record<string, string>): AppError {
  return new AppError('sms.refused', { fields });
}
