import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { listTemplates } from '@samay/contract/reach/changes/templates';
import { getReminderTemplate, templateKinds } from '@samay/contract/reach/reminders/templates';
import type { NoticeChannel, NoticeSettings } from '@samay/contract/reach/notices';
import type { PlanId } from '@samay/contract/tenancy/plans';
import type { TenantContext } from '../../../context/request-context.ts';
import { describeOtherWays } from './other-ways.ts';
import type { OwnRow } from './own-queries.ts';
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
  readonly own: OwnRow | undefined;
  readonly plan: PlanId | undefined;
  /** The language of the business. */
  readonly language: Language;
  readonly texts: readonly TextState[];
  /** The other channels by which reminders go, in the order of the owner. */
  readonly others: readonly NoticeChannel[];
}

/** Presents WhatsApp as a way in which the people of a business are reminded. */
export function presentWhatsApp(
  { dependencies, now, businessType }: TenantContext,
  { channel, own: kept, plan, language, texts, others }: Known,
): NoticeSettings['whatsApp'] {
  const tellsChanges = channel?.tellsChanges ?? true;
  const reminders = new Set(
    templateKinds.map((kind) => getReminderTemplate(language, businessType, kind).name),
  );
  const all = new Set((tellsChanges ? listTemplates(businessType) : []).map(({ name }) => name));
  const hasOwn = kept !== undefined && kept.account !== null;
  const own = (hasOwn ? kept.texts : texts).filter(({ name }) => reminders.has(name) || all.has(name));
  const used = creditsUsed(channel, now);
  const included = creditsOf(dependencies.settings, plan);
  const stopped = channel && stopReason(channel, now);
  const notApproved = own.find(
    ({ name, state, language: of }) => reminders.has(name) && of === language && state !== 'approved',
  );
  return {
    isAvailable: (hasOwn ? dependencies.whatsApp : dependencies.whatsApp?.operator) !== undefined,
    mayConnect: dependencies.whatsApp !== undefined,
    own: hasOwn
      ? { phoneNumberId: kept.account ?? '', accountId: kept.accountId ?? '', name: kept.name ?? '' }
      : null,
    isOn: channel?.isOn ?? false,
    tellsChanges,
    used,
    included,
    trouble:
      channel?.isOn === true
        ? describeTrouble({
            others,
            stopped,
            hasOwn,
            isUsedUp: !hasOwn && used >= included,
            notApproved: notApproved && language,
          })
        : null,
    texts: own.map(({ name, language: of, state, reason }) => ({ name, language: of, state, reason })),
  };
}

interface Trouble {
  readonly others: readonly NoticeChannel[];
  readonly stopped: string | undefined;
  readonly hasOwn: boolean;
  readonly isUsedUp: boolean;
  /** The language whose text is not approved. */
  readonly notApproved: Language | undefined;
}

function describeTrouble({ others, stopped, hasOwn, isUsedUp, notApproved }: Trouble): string | null {
  const otherwise = describeOtherWays(others);
  if (stopped !== undefined && hasOwn)
    return `WhatsApp has stopped, because ${stopped}: ${otherwise}; mend it at Meta, then save your number here, which tries it again.`;
  if (stopped !== undefined)
    return `WhatsApp takes nothing, because ${stopped}: ${otherwise}, and it is tried again within an hour; if it stays so, tell the person who runs Samay.`;
  if (isUsedUp)
    return `The messages of this month are used up: ${otherwise} until the next one, or a larger plan.`;
  if (notApproved)
    return `WhatsApp has not approved the text in ${languageNames[notApproved]} yet: those ${otherwise}.`;
  return null;
}
