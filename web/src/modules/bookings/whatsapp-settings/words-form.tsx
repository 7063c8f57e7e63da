import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { setWhatsAppWords, WhatsAppWords } from '@samay/contract/bookings/whatsapp-messages';
import { composeMessage, defaultWords } from '@samay/contract/bookings/whatsapp-messages/compose';
import type {
  Language,
  WhatsAppKind,
  WordsAround,
} from '@samay/contract/bookings/whatsapp-messages/message-words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { businessDetailsQuery } from '../../../lib/business-details.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { fieldErrors, focusFirstError } from '../../../ui/form/form-errors.ts';
import { whatsAppSettingsQuery } from './api.ts';
import { sampleFacts } from './sample-facts.ts';
import classes from './whatsapp-settings.module.css';

interface WordsFormProps {
  kind: WhatsAppKind;
  language: Language;
  /** The words of the business; undefined where it has the ready ones. */
  own: WordsAround | undefined;
  /** The words that were typed and not saved. */
  draft: WordsAround | undefined;
  onDraft: (draft: WordsAround | undefined) => void;
}

/** Renders the words around the facts of a message, with a preview. */
export function WordsForm({ kind, language, own, draft, onDraft }: WordsFormProps) {
  const id = useId();
  const client = useQueryClient();
  const { tenant } = useSession();
  const ready = defaultWords(kind, language);
  const { head, tail } = own ?? ready;
  const form = useForm<WordsAround>({
    initialValues: draft ?? { head, tail },
    onValuesChange: onDraft,
    validate: (values) => fieldErrors(WhatsAppWords.safeParse({ kind, language, ...values }).error),
    onSubmitPreventDefault: 'always',
  });
  const save = useMutation({
    mutationFn: (words: WordsAround) => call(setWhatsAppWords, { body: { kind, language, ...words } }),
    onSuccess: (saved) => {
      onDraft(undefined);
      client.setQueryData(whatsAppSettingsQuery.queryKey, saved);
      toastDone('Message saved');
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(error.fields);
      focusFirstError(id);
    },
  });
  const isChanged = form.values.head !== head || form.values.tail !== tail;
  const isFixed = save.isPending || tenant?.suspended === true;
  return (
    <form
      id={id}
      noValidate
      aria-label="Words around the facts"
      onSubmit={form.onSubmit(
        (values) => {
          if (!save.isPending) save.mutate(values);
        },
        () => focusFirstError(id),
      )}
    >
      <Stack gap="md">
        <Textarea label="Before the facts" rows={2} maxLength={300} {...form.getInputProps('head')} />
        <Textarea label="After the facts" rows={3} maxLength={300} {...form.getInputProps('tail')} />
        <Preview kind={kind} language={language} words={form.values} />
        {save.isError && Object.keys(form.errors).length === 0 && (
          <FailureNotice text={errorText(save.error, 'Failed to save the message')} />
        )}
        <Group justify="flex-end" gap="sm">
          {own && (
            <Button variant="default" disabled={isFixed} onClick={() => save.mutate(ready)}>
              Back to the ready words
            </Button>
          )}
          <Button type="submit" disabled={!isChanged || isFixed}>
            {save.isPending ? 'Saving...' : 'Save message'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PreviewProps {
  kind: WhatsAppKind;
  language: Language;
  words: WordsAround;
}

function Preview({ kind, language, words }: PreviewProps) {
  const { tenant, businessType } = useSession();
  const { data } = useQuery(businessDetailsQuery);
  const facts = sampleFacts({
    businessType: businessType ?? 'doctor',
    business: tenant?.name ?? '',
    today: useToday(),
    place: data,
  });
  const text = composeMessage(kind, language, facts, { head: words.head.trim(), tail: words.tail.trim() });
  return (
    <figure className={classes.preview}>
      <Text component="figcaption" size="sm" c="dimmed">
        Preview. The facts in the middle are filled in.
      </Text>
      <Text size="sm" lang={language} className={classes.text ?? ''}>
        {text}
      </Text>
    </figure>
  );
}
