import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { languageChoices } from '@samay/contract/bookings/whatsapp-messages/labels';
import type { BusinessType } from '@samay/contract/core/roles';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { measureSms } from '@samay/contract/reach/sms/parts';
import { composeSmsValues, fillSmsText, lintSmsText } from '@samay/contract/reach/sms/reminder-text';
import { serverNow } from '../../../lib/api/server-clock.ts';
import type { TextValues } from './sms-values.ts';
import classes from './sms-text-fields.module.css';

interface Props {
  readonly text: TextValues;
  readonly businessType: BusinessType;
  readonly disabled: boolean;
  readonly errors: Readonly<Partial<Record<'templateId' | 'dltId' | 'text', string | undefined>>>;
  readonly onChange: (text: TextValues) => void;
  readonly onRemove: (() => void) | undefined;
}

/** Renders a registered text in one language with its ids, what is wrong with it, and its length. */
export function SmsTextFields({ text, businessType, disabled, errors, onChange, onRemove }: Props) {
  const name = languageChoices.find(({ value }) => value === text.language)?.label ?? text.language;
  const [fault] = lintSmsText(text.text);
  const getField = (field: 'templateId' | 'dltId' | 'text') => ({
    value: text[field],
    disabled,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...text, [field]: event.currentTarget.value }),
  });
  return (
    <Fieldset legend={`Text in ${name}`}>
      <Stack gap="sm">
        <Textarea
          label="Registered text"
          description="Register this text with the operators, or paste yours, letter by letter as it is registered."
          rows={5}
          maxLength={1000}
          error={fault ?? errors.text}
          {...getField('text')}
        />
        {fault === undefined && <Preview text={text.text} businessType={businessType} />}
        <TextInput label="DLT template id" inputMode="numeric" error={errors.dltId} {...getField('dltId')} />
        <TextInput
          label="Template id at MSG91"
          description="Name its variables VAR1, VAR2 and VAR3 there."
          autoComplete="off"
          spellCheck={false}
          error={errors.templateId}
          {...getField('templateId')}
        />
        {onRemove && !disabled && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onRemove}>{`Remove the text in ${name}`}</Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

/** Shows the text of an invented booking of tomorrow, and the parts that are charged. */
function Preview({ text, businessType }: { text: string; businessType: BusinessType }) {
  const filled = fillSmsText(
    text,
    composeSmsValues({
      businessType,
      bookings: [{ person: 'Asha Kulkarni', date: addDays(indiaDate(serverNow()), 1), time: '10:30' }],
      link: `${location.origin}/m?${'x'.repeat(39)}`,
    }),
  );
  const { characters, parts, isUnicode } = measureSms(filled);
  return (
    <div>
      <div className={classes.preview} role="group" aria-label="Preview of the SMS">
        <Text size="sm">{filled}</Text>
      </div>
      <Text size="sm">
        {`${characters} characters, sent and charged as ${parts} ${parts === 1 ? 'part' : 'parts'}` +
          `${isUnicode ? ', because letters outside of English take more room' : ''}.`}
      </Text>
    </div>
  );
}
