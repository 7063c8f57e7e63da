import { Group, Stack } from '@mantine/core';
import { setWhatsAppLanguage, type WhatsAppSettings } from '@samay/contract/bookings/whatsapp-messages';
import { kindNames, languageChoices, whenSent } from '@samay/contract/bookings/whatsapp-messages/labels';
import {
  type Language,
  type WhatsAppKind,
  whatsAppKinds,
  type WordsAround,
} from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { BusinessType } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { whatsAppSettingsQuery } from './api.ts';
import { WordsForm } from './words-form.tsx';

/** Renders the language and the words of the messages that open in WhatsApp, for owners to change. */
export function WhatsAppSettingsSection() {
  const { permissions } = useSession();
  if (!permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="Tell on WhatsApp"
      hint={whenSent}
      query={whatsAppSettingsQuery}
      failed="Failed to load the messages"
    >
      {(settings) => (
        <Stack gap="md">
          <LanguageChoice language={settings.language} />
          <WordsChoice settings={settings} />
        </Stack>
      )}
    </LoadedSection>
  );
}

function LanguageChoice({ language }: { language: Language }) {
  const client = useQueryClient();
  const { tenant, businessType } = useSession();
  const { person } = wording[businessType ?? 'doctor'];
  const change = useMutation({
    mutationFn: (to: Language) => call(setWhatsAppLanguage, { body: { language: to } }),
    onSuccess: (saved) => {
      client.setQueryData(whatsAppSettingsQuery.queryKey, saved);
      toastDone('Language saved');
    },
  });
  return (
    <>
      <ChoiceSelect
        label={`Language, until one is chosen for the ${person}`}
        data={languageChoices}
        value={change.isPending ? change.variables : language}
        disabled={tenant?.suspended === true}
        onChange={(to) => !change.isPending && change.mutate(to as Language)}
      />
      {change.isError && <FailureNotice text={errorText(change.error, 'Failed to save the language')} />}
    </>
  );
}

/** Lists the messages of a type of business: only a doctor is late. */
function kindChoices(businessType: BusinessType) {
  const kinds = whatsAppKinds.filter((kind) => kind !== 'late' || businessType === 'doctor');
  return kinds.map((kind) => ({ value: kind, label: kindNames[kind] }));
}

/** Chooses the message whose words are shown. */
function WordsChoice({ settings }: { settings: WhatsAppSettings }) {
  const { businessType } = useSession();
  const [kind, setKind] = useState<WhatsAppKind>('booked');
  const [language, setLanguage] = useState(settings.language);
  const [drafts, setDrafts] = useState<Readonly<Record<string, WordsAround | undefined>>>({});
  const message = `${kind} ${language}`;
  const own = settings.words.find((words) => words.kind === kind && words.language === language);
  return (
    <>
      <Group gap="sm" grow preventGrowOverflow={false}>
        <ChoiceSelect
          label="Message"
          data={kindChoices(businessType ?? 'doctor')}
          value={kind}
          onChange={(to) => setKind(to as WhatsAppKind)}
        />
        <ChoiceSelect
          label="In"
          data={languageChoices}
          value={language}
          onChange={(to) => setLanguage(to as Language)}
        />
      </Group>
      <WordsForm
        key={`${message} ${own?.head} ${own?.tail}`}
        kind={kind}
        language={language}
        own={own}
        draft={drafts[message]}
        onDraft={(draft) => setDrafts((others) => ({ ...others, [message]: draft }))}
      />
    </>
  );
}
