import { Text } from '@mantine/core';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { BusinessType } from '@samay/contract/core/roles';
import type { NoticeSettings } from '@samay/contract/reach/notices';
import type { RemindedBooking } from '@samay/contract/reach/reminders/compose';
import { listToldChanges, type ToldChange } from '@samay/contract/reach/changes/kinds';
import { composeChangeValues, getChangeTemplate } from '@samay/contract/reach/changes/templates';
import { fillTemplate, getReminderTemplate } from '@samay/contract/reach/reminders/templates';
import { useState } from 'react';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { templateStates } from './wording.ts';
import classes from './notices-section.module.css';

interface Props {
  readonly language: Language;
  readonly businessType: BusinessType;
  readonly business: string;
  readonly bookings: readonly RemindedBooking[];
  readonly tellsChanges: boolean;
  readonly texts: NoticeSettings['whatsApp']['texts'];
}

type Shown = 'reminder' | ToldChange;

const names: Readonly<Record<Shown, string>> = {
  reminder: 'Reminder',
  booked: 'Booked',
  moved: 'Moved',
  cancelled: 'Cancelled',
  late: 'Running late',
};

/** Renders the messages as WhatsApp shows them, one at a time, and what WhatsApp says about the registered text. */
export function WhatsAppText({ language, businessType, business, bookings, tellsChanges, texts }: Props) {
  const [chosen, setChosen] = useState<Shown>('reminder');
  const kinds: readonly Shown[] = ['reminder', ...(tellsChanges ? listToldChanges(businessType) : [])];
  const shown = kinds.includes(chosen) ? chosen : 'reminder';
  const template =
    shown === 'reminder'
      ? getReminderTemplate(language, businessType, 'one')
      : getChangeTemplate(language, businessType, shown);
  const values = composeChangeValues(language, { businessType, business, bookings, begins: '11:15' });
  const text = fillTemplate(template, values);
  const known = texts.find(({ name, language: of }) => name === template.name && of === language);
  const reason = known?.reason ? ` (${known.reason})` : '';
  const buttons = [template.coming, template.open].filter((button) => button !== null);
  return (
    <>
      {kinds.length > 1 && (
        <ChoiceSelect
          label="Message by WhatsApp"
          data={kinds.map((kind) => ({ value: kind, label: names[kind] }))}
          value={shown}
          onChange={(to) => setChosen(to as Shown)}
        />
      )}
      <div className={classes.preview} role="group" aria-label="Preview in WhatsApp" lang={language}>
        <Text size="sm" className={classes.text}>
          {text}
        </Text>
        <Text size="sm" c="dimmed">
          {template.footer}
        </Text>
        {buttons.length > 0 && (
          <Text size="sm" fw={600}>
            {buttons.join(' · ')}
          </Text>
        )}
      </div>
      <Text size="sm">
        {text.length} characters.{' '}
        {known ? `${templateStates[known.state]}${reason}` : 'WhatsApp was not asked about it yet.'}
      </Text>
    </>
  );
}
