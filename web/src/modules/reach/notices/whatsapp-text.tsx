import { Text } from '@mantine/core';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { BusinessType } from '@samay/contract/core/roles';
import type { NoticeSettings } from '@samay/contract/reach/notices';
import type { RemindedBooking } from '@samay/contract/reach/reminders/compose';
import { composeValues, fillTemplate, getReminderTemplate } from '@samay/contract/reach/reminders/templates';
import { templateStates } from './wording.ts';
import classes from './notices-section.module.css';

interface Props {
  readonly language: Language;
  readonly businessType: BusinessType;
  readonly business: string;
  readonly bookings: readonly RemindedBooking[];
  readonly texts: NoticeSettings['whatsApp']['texts'];
}

/** Renders a reminder as WhatsApp shows it, and what WhatsApp says about its registered text. */
export function WhatsAppText({ language, businessType, business, bookings, texts }: Props) {
  const template = getReminderTemplate(language, businessType, 'one');
  const text = fillTemplate(template, composeValues(language, { businessType, business, bookings }));
  const known = texts.find(({ name, language: of }) => name === template.name && of === language);
  const reason = known?.reason ? ` (${known.reason})` : '';
  return (
    <>
      <div className={classes.preview} role="group" aria-label="Preview in WhatsApp" lang={language}>
        <Text size="sm" className={classes.text}>
          {text}
        </Text>
        <Text size="sm" c="dimmed">
          {template.footer}
        </Text>
        <Text size="sm" fw={600}>
          {template.coming} · {template.open}
        </Text>
      </div>
      <Text size="sm">
        {text.length} characters.{' '}
        {known ? `${templateStates[known.state]}${reason}` : 'WhatsApp was not asked about it yet.'}
      </Text>
    </>
  );
}
