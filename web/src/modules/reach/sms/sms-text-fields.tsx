import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { languageChoices } from '@samay/contract/bookings/whatsapp-messages/labels';
import type { BusinessType } from '@samay/contract/core/roles';
import { addDays, indiaDate } from '@samay/contract/core/time';
import {
  hasLink,
  lintChangeText,
  proposeChangeText,
  smsChanges,
  type SmsTold,
} from '@samay/contract/reach/sms/change-texts';
import { lintCodeText } from '@samay/contract/reach/sms/code-text';
import { measureSms } from '@samay/contract/reach/sms/parts';
import { composeSmsValues, fillSmsText, lintSmsText } from '@samay/contract/reach/sms/reminder-text';
import type { ReactNode } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import type { RegisteredValues, TextValues } from './sms-values.ts';
import classes from './sms-text-fields.module.css';

type Errors = Readonly<Partial<Record<'templateId' | 'dltId' | 'text', string | undefined>>>;

/** The names of changes, as a text is of them. */
const changeNames: Readonly<Record<SmsTold, string>> = {
  booked: 'confirmations',
  moved: 'moves',
  cancelled: 'cancellations',
};

interface Props {
  readonly text: TextValues;
  readonly businessType: BusinessType;
  readonly disabled: boolean;
  readonly errors: Errors;
  readonly codeErrors: Errors;
  readonly changeErrors: Readonly<Record<SmsTold, Errors>>;
  /** The name of the business, which is a fixed part of a proposed text. */
  readonly business: string;
  /** The text of codes that we propose to register. */
  readonly proposedCode: string;
  readonly onChange: (text: TextValues) => void;
  readonly onRemove: (() => void) | undefined;
}

/** Renders the registered texts in one language: that of reminders, and those of changes and codes where there are any. */
export function SmsTextFields(props: Props) {
  const { text, businessType, business, disabled, errors, codeErrors, proposedCode, onChange, onRemove } =
    props;
  const name = languageChoices.find(({ value }) => value === text.language)?.label ?? text.language;
  const [fault] = lintSmsText(text.text);
  const { code } = text;
  const setChange = (told: SmsTold, values: RegisteredValues | null) =>
    onChange({ ...text, changes: { ...text.changes, [told]: values } });
  const addChange = (told: SmsTold) => {
    const proposed = proposeChangeText(told, { language: text.language, businessType, business });
    setChange(told, { templateId: '', dltId: '', text: proposed });
  };
  const addCode = () => onChange({ ...text, code: { templateId: '', dltId: '', text: proposedCode } });
  return (
    <Fieldset legend={`Text in ${name}`}>
      <Stack gap="sm">
        <RegisteredFields
          values={text}
          labels={['Registered text', 'DLT template id', 'Template id at MSG91']}
          hint="Name its variables VAR1, VAR2 and VAR3 there."
          fault={fault}
          preview={fault === undefined && <Preview text={text.text} businessType={businessType} />}
          disabled={disabled}
          errors={errors}
          onChange={(changed) => onChange({ ...text, ...changed })}
        />
        {code && (
          <RegisteredFields
            values={code}
            labels={['Registered text of codes', 'DLT template id of codes', 'Template id of codes at MSG91']}
            hint="Name its variable VAR1 there. After saving, send yourself a code once from your page."
            fault={lintCodeText(code.text)[0]}
            preview={null}
            disabled={disabled}
            errors={codeErrors}
            onChange={(changed) => onChange({ ...text, code: { ...code, ...changed } })}
          />
        )}
        {smsChanges.map((told) => {
          const values = text.changes?.[told];
          return (
            values && (
              <RegisteredFields
                key={told}
                values={values}
                labels={[
                  `Registered text of ${changeNames[told]}`,
                  `DLT template id of ${changeNames[told]}`,
                  `Template id of ${changeNames[told]} at MSG91`,
                ]}
                hint={
                  hasLink(told)
                    ? 'Name its variables VAR1, VAR2 and VAR3 there.'
                    : 'Name its variables VAR1 and VAR2 there.'
                }
                fault={lintChangeText(told, values.text)[0]}
                preview={null}
                disabled={disabled}
                errors={props.changeErrors[told]}
                onChange={(changed) => setChange(told, { ...values, ...changed })}
              />
            )
          );
        })}
        {!disabled && (
          <Group justify="flex-end">
            {smsChanges.map((told) =>
              text.changes?.[told] ? (
                <Button key={told} variant="default" onClick={() => setChange(told, null)}>
                  {`Remove ${changeNames[told]} in ${name}`}
                </Button>
              ) : (
                <Button key={told} variant="default" onClick={() => addChange(told)}>
                  {`Add ${changeNames[told]} in ${name}`}
                </Button>
              ),
            )}
            {code ? (
              <Button variant="default" onClick={() => onChange({ ...text, code: null })}>
                {`Remove codes in ${name}`}
              </Button>
            ) : (
              <Button variant="default" onClick={addCode}>{`Add codes in ${name}`}</Button>
            )}
            {onRemove && <Button variant="default" onClick={onRemove}>{`Remove the text in ${name}`}</Button>}
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

interface RegisteredProps {
  readonly values: RegisteredValues;
  readonly labels: readonly [text: string, dltId: string, templateId: string];
  /** The names of its variables at MSG91. */
  readonly hint: string;
  readonly fault: string | undefined;
  readonly preview: ReactNode;
  readonly disabled: boolean;
  readonly errors: Errors;
  readonly onChange: (changed: Partial<RegisteredValues>) => void;
}

/** Renders a registered text with its ids, and what is wrong with it. */
function RegisteredFields(props: RegisteredProps) {
  const { values, labels, hint, fault, preview, disabled, errors, onChange } = props;
  const [textLabel, dltLabel, templateLabel] = labels;
  const getField = (field: 'templateId' | 'dltId' | 'text') => ({
    value: values[field],
    disabled,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [field]: event.currentTarget.value }),
  });
  return (
    <>
      <Textarea
        label={textLabel}
        description="Register this text with the operators, or paste yours, letter by letter as it is registered."
        rows={5}
        maxLength={1000}
        error={fault ?? errors.text}
        {...getField('text')}
      />
      {preview}
      <TextInput label={dltLabel} inputMode="numeric" error={errors.dltId} {...getField('dltId')} />
      <TextInput
        label={templateLabel}
        description={hint}
        autoComplete="off"
        spellCheck={false}
        error={errors.templateId}
        {...getField('templateId')}
      />
    </>
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
