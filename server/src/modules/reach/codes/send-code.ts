import { composeCodeEmail, getCodeTemplate } from '@samay/contract/reach/codes/texts';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { SendOutcome } from '../../../adapters/channels/port.ts';
import { EmailNotAccepted } from '../../../adapters/mail/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { noteFailure } from '../channels/health.ts';
import {
  type ChannelRow,
  lockChannelOn,
  noteTaken,
  readChannel,
  readPlanId,
  returnCredits,
} from '../channels/queries.ts';
import { composeCodeReference } from '../channels/message-names.ts';
import { codeShare, creditMonth, creditsOf, creditsUsed, stopReason } from '../channels/rules.ts';
import { listTexts, type TextRow } from '../channels/sms-text-queries.ts';
import { listTextStates } from '../channels/text-queries.ts';
import { takeCredit } from '../channels/take-credit.ts';
import { decryptToken } from '../channels/token.ts';

/** A way by which a code reaches a person. */
export type CodeChannel = 'whatsapp' | 'sms' | 'mail';

/** The result of sending a code. `unknown`: the provider did not answer, or is to be asked later, and it may arrive. */
export type CodeOutcome = 'sent' | 'refused' | 'unknown';

/** A code that was sent, or not. */
interface SentCode {
  readonly outcome: CodeOutcome;
  /** The provider's id of the message, by which its report names it; null for mail, and where none was taken. */
  readonly messageId: string | null;
}

/** The dependencies of sending a code. */
type CodeDependencies = Pick<Dependencies, 'settings' | 'whatsApp' | 'sms' | 'mail' | 'secrets'>;

/**
 * Finds the way by which codes of a business leave now: WhatsApp where it is on, does well, has messages
 * left in the month for codes and an approved text; else SMS where it is on, does well and has a registered text of
 * codes; else mail. Null where there is none.
 */
export async function findCodeChannel(
  { settings, whatsApp, sms, mail }: CodeDependencies,
  context: BusinessContext,
): Promise<CodeChannel | null> {
  const otherwise = mail ? 'mail' : null;
  if (!whatsApp?.operator && !sms) return otherwise;
  const read = await readInOneMessage(context, {
    channel: readChannel({ channel: 'whatsapp' }),
    sms: readChannel({ channel: 'sms' }),
    plan: readPlanId({}),
    texts: listTextStates({}),
    smsTexts: listTexts({}),
  });
  const [row] = read.channel;
  if (whatsApp?.operator && row?.isOn && stopReason(row, context.now) === undefined) {
    const most = creditsOf(settings, read.plan[0]?.planId) * codeShare(row);
    const isLeft = creditsUsed(row, context.now) < most;
    if (isLeft && findApproved(read.texts, 'en') !== undefined) return 'whatsapp';
  }
  const hasText = chooseCode(read.smsTexts, 'en') !== undefined;
  return sms && hasText && maySend(read.sms[0], context.now) ? 'sms' : otherwise;
}

/** Returns whether the business's own account of SMS may send. */
function maySend(row: ChannelRow | undefined, now: Date): row is ChannelRow & { encryptedToken: Buffer } {
  return row?.isOn === true && row.encryptedToken !== null && stopReason(row, now) === undefined;
}

/** Returns the registered text of codes in a language, else in English, else any. */
function chooseCode(texts: readonly TextRow[], asked: Language) {
  const registered = texts.filter(({ code }) => code);
  const inLanguage = (language: Language) => registered.find((text) => text.language === language);
  return (inLanguage(asked) ?? inLanguage('en') ?? registered[0])?.code ?? undefined;
}

/** Returns the language in which a code leaves: the asked one where WhatsApp has approved it, else English. */
function findApproved(
  texts: readonly { name: string; language: Language; state: string }[],
  asked: Language,
) {
  const { name } = getCodeTemplate(asked);
  const approved = texts.filter((text) => text.name === name && text.state === 'approved');
  return (approved.find(({ language }) => language === asked) ?? approved[0])?.language;
}

interface ToSend {
  readonly channel: CodeChannel;
  /** The number in digits with its country, or the email address. */
  readonly to: string;
  readonly code: string;
  readonly language: Language;
  /** The name of the business. */
  readonly business: string;
}

/** Sends a code once, outside of a transaction. */
export async function sendCode(
  dependencies: CodeDependencies,
  context: BusinessContext,
  message: ToSend,
): Promise<SentCode> {
  if (message.channel === 'sms') return sendBySms(dependencies, context, message);
  if (message.channel === 'whatsapp') return sendByWhatsApp(dependencies, context, message);
  return { outcome: await sendByMail(dependencies, message), messageId: null };
}

async function sendByMail(dependencies: CodeDependencies, message: ToSend): Promise<CodeOutcome> {
  const { code, language } = message;
  const email = composeCodeEmail(language, { code, business: withoutLinks(message.business) });
  try {
    await dependencies.mail?.send({ to: message.to, ...email });
    return dependencies.mail ? 'sent' : 'refused';
  } catch (error) {
    if (!(error instanceof EmailNotAccepted)) throw error;
    return error.mayArrive ? 'unknown' : 'refused';
  }
}

function toOutcome({ kind }: SendOutcome): CodeOutcome {
  if (kind === 'accepted') return 'sent';
  return kind === 'later' ? 'unknown' : 'refused';
}

async function sendByWhatsApp(
  { settings, whatsApp }: CodeDependencies,
  context: BusinessContext,
  { to, code, language }: ToSend,
): Promise<SentCode> {
  const channel = 'whatsapp';
  const begun = await inTenant({ ...context, isShown: false }, async (tx) => {
    const [row] = await run(tx, context, lockChannelOn({ channel }));
    if (!row || stopReason(row, context.now) !== undefined) return undefined;
    const approved = findApproved(await run(tx, context, listTextStates({})), language);
    if (approved === undefined) return undefined;
    const credits = await takeCredit(tx, context, {
      // The installation's number sends codes of businesses with their own number too.
      row: { ...row, account: null },
      taken: 0,
      settings,
      share: codeShare(row),
    });
    if (typeof credits !== 'number') return undefined;
    return { credits, language: approved, isOurs: row.account === null };
  });
  if (!begun || !whatsApp?.operator) return { outcome: 'refused', messageId: null };
  const outcome = await whatsApp.operator.send({
    to,
    template: getCodeTemplate(begun.language).name,
    language: begun.language,
    values: [code],
    link: code,
    answer: null,
    reference: composeCodeReference(context.tenantId),
  });
  if (outcome.kind === 'accepted') {
    if (begun.isOurs)
      await inTenant({ ...context, isShown: false }, (tx) =>
        run(tx, context, noteTaken({ channel, began: context.now })),
      );
    return { outcome: 'sent', messageId: outcome.providerId };
  }
  const month = creditMonth(context.now);
  await inTenant({ ...context, isShown: false }, (tx) =>
    run(tx, context, returnCredits({ channel, month, credits: begun.credits })),
  );
  // Another outcome is of this person or of this moment, and says nothing about the channel; none says anything about
  // the business's own number.
  if (outcome.kind === 'misconfigured' && begun.isOurs) await noteFailure(context, { channel, outcome });
  return { outcome: toOutcome(outcome), messageId: null };
}

/** Sends it by the business's own account, which has the operators' word for its text. */
async function sendBySms(
  { sms, secrets }: CodeDependencies,
  context: BusinessContext,
  { to, code, language }: ToSend,
): Promise<SentCode> {
  const channel = 'sms';
  const read = await readInOneMessage(context, { rows: readChannel({ channel }), texts: listTexts({}) });
  const [row] = read.rows;
  const text = chooseCode(read.texts, language);
  // An account in India sends to mobile numbers of India alone.
  if (!sms || !text || !maySend(row, context.now) || !/^91[6-9]\d{9}$/.test(to))
    return { outcome: 'refused', messageId: null };
  const { tenantId } = context;
  const key = decryptToken(secrets, { tenantId, channel }, row.encryptedToken);
  const outcome = await sms.by(key).send({ to, template: text.templateId, values: [code] });
  if (outcome.kind === 'misconfigured') await noteFailure(context, { channel, outcome });
  if (outcome.kind === 'accepted')
    await inTenant({ ...context, isShown: false }, (tx) =>
      run(tx, context, noteTaken({ channel, began: context.now })),
    );
  const messageId = outcome.kind === 'accepted' ? outcome.providerId : null;
  return { outcome: toOutcome(outcome), messageId };
}
