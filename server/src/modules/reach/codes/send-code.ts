import { composeCodeEmail, getCodeTemplate } from '@samay/contract/reach/codes/texts';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { EmailNotAccepted } from '../../../adapters/mail/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { noteFailure } from '../channels/health.ts';
import { lockChannelOn, markWell, readChannel, readPlanId, returnCredits } from '../channels/queries.ts';
import { creditMonth, creditsOf, creditsUsed, stopReason } from '../channels/rules.ts';
import { listTextStates } from '../channels/text-queries.ts';
import { takeCredit } from '../notices/by-whatsapp.ts';

/** A way by which a code reaches a person. */
export type CodeChannel = 'whatsapp' | 'mail';

/** The dependencies of sending a code. */
type CodeDependencies = Pick<Dependencies, 'settings' | 'whatsApp' | 'mail'>;

/**
 * Finds the way by which codes of a business leave now: WhatsApp where it is on, does well, has messages
 * left in the month and an approved text; else mail. Null where there is none.
 */
export async function findCodeChannel(
  { settings, whatsApp, mail }: CodeDependencies,
  context: BusinessContext,
): Promise<CodeChannel | null> {
  const otherwise = mail ? 'mail' : null;
  if (!whatsApp?.operator) return otherwise;
  const read = await readInOneMessage(context, {
    channel: readChannel({ channel: 'whatsapp' }),
    plan: readPlanId({}),
    texts: listTextStates({}),
  });
  const [row] = read.channel;
  if (!row?.isOn || stopReason(row, context.now) !== undefined) return otherwise;
  const isLeft =
    row.account !== null || creditsUsed(row, context.now) < creditsOf(settings, read.plan[0]?.planId);
  return isLeft && findApproved(read.texts, 'en') !== undefined ? 'whatsapp' : otherwise;
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

/** Sends a code once, outside of a transaction. Returns whether the provider took it. */
export async function sendCode(
  dependencies: CodeDependencies,
  context: BusinessContext,
  message: ToSend,
): Promise<boolean> {
  if (message.channel === 'whatsapp') return sendByWhatsApp(dependencies, context, message);
  const { code, language } = message;
  const email = composeCodeEmail(language, { code, business: withoutLinks(message.business) });
  try {
    await dependencies.mail?.send({ to: message.to, ...email });
    return dependencies.mail !== undefined;
  } catch (error) {
    if (!(error instanceof EmailNotAccepted)) throw error;
    return false;
  }
}

async function sendByWhatsApp(
  { settings, whatsApp }: CodeDependencies,
  context: BusinessContext,
  { to, code, language }: ToSend,
): Promise<boolean> {
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
    });
    return typeof credits === 'number' ? { credits, language: approved } : undefined;
  });
  if (!begun || !whatsApp?.operator) return false;
  const outcome = await whatsApp.operator.send({
    to,
    template: getCodeTemplate(begun.language).name,
    language: begun.language,
    values: [code],
    link: code,
    answer: null,
    reference: 'code',
  });
  if (outcome.kind === 'accepted') {
    await inTenant({ ...context, isShown: false }, (tx) => run(tx, context, markWell({ channel })));
    return true;
  }
  const month = creditMonth(context.now);
  await inTenant({ ...context, isShown: false }, (tx) =>
    run(tx, context, returnCredits({ channel, month, credits: begun.credits })),
  );
  // Another outcome is of this person or of this moment, and says nothing about the channel.
  if (outcome.kind === 'misconfigured') await noteFailure(context, { channel, outcome });
  return false;
}
