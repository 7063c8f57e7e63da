import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { getReminderTemplate, templateKinds } from '@samay/contract/reach/reminders/templates';
import type { NoticeSettings } from '@samay/contract/reach/notices';
import type { PlanId } from '@samay/contract/tenancy/plans';
import type { TenantContext } from '../../../context/request-context.ts';
import type { ChannelRow } from './queries.ts';
import { creditsOf, creditsUsed, stopReason } from './rules.ts';
import type { TextState } from './text-queries.ts';

const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  hi: 'Hindi',
  mr: 'Marathi',
  te: 'Telugu',
};

interface Known {
  readonly channel: ChannelRow | undefined;
  readonly plan: PlanId | undefined;
  /** The language of the business. */
  readonly language: Language;
  readonly texts: readonly TextState[];
  /** Whether emails leave to its people. */
  readonly hasMail: boolean;
}

/** Presents WhatsApp as a way in which the people of a business are reminded. */
export function presentWhatsApp(
  { dependencies, now, businessType }: TenantContext,
  { channel, plan, language, texts, hasMail }: Known,
): NoticeSettings['whatsApp'] {
  const names = new Set(templateKinds.map((kind) => getReminderTemplate(language, businessType, kind).name));
  const own = texts.filter(({ name }) => names.has(name));
  const used = creditsUsed(channel, now);
  const included = creditsOf(dependencies.settings, plan);
  const stopped = channel && stopReason(channel, now);
  const notApproved = own.find((text) => text.language === language && text.state !== 'approved');
  return {
    isAvailable: dependencies.whatsApp?.operator !== undefined,
    isOn: channel?.isOn ?? false,
    used,
    included,
    trouble:
      channel?.isOn === true
        ? describeTrouble({
            hasMail,
            stopped,
            isUsedUp: used >= included,
            notApproved: notApproved && language,
          })
        : null,
    texts: own.map(({ name, language: of, state, reason }) => ({ name, language: of, state, reason })),
  };
}

interface Trouble {
  readonly hasMail: boolean;
  readonly stopped: string | undefined;
  readonly isUsedUp: boolean;
  /** The language whose text is not approved. */
  readonly notApproved: Language | undefined;
}

function describeTrouble({ hasMail, stopped, isUsedUp, notApproved }: Trouble): string | null {
  const otherwise = hasMail ? 'reminders go by email' : 'reminders do not leave by email either';
  if (stopped !== undefined)
    return `WhatsApp takes nothing, because ${stopped}: ${otherwise}, and it is tried again within an hour; if it stays so, tell the person who runs Samay.`;
  if (isUsedUp)
    return `The messages of this month are used up: ${otherwise} until the next one, or a larger plan.`;
  if (notApproved)
    return `WhatsApp has not approved the text in ${languageNames[notApproved]} yet: those ${otherwise}.`;
  return null;
}
