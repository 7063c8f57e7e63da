import { Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { languageChoices } from '@samay/contract/bookings/whatsapp-messages/labels';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import {
  changeReminders,
  changeWhatsApp,
  getNoticeSettings,
  type Lead,
  mostLeads,
  type NoticeSettings,
  reminderLeads,
} from '@samay/contract/reach/notices';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { composeReminder } from '@samay/contract/reach/reminders/compose';
import { addDays, formatInstant, indiaDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { SavedSwitch } from '../../../ui/form/saved-switch.tsx';
import { ChannelOrder } from './channel-order.tsx';
import { WhatsAppChannel } from './whatsapp-channel.tsx';
import { WhatsAppText } from './whatsapp-text.tsx';
import { leadNames, noticeText, unavailableText } from './wording.ts';
import classes from './notices-section.module.css';

const noticeSettingsQuery = queryOptions({
  queryKey: ['notice-settings'],
  queryFn: ({ signal }) => call(getNoticeSettings, { signal }),
});

/** Renders which reminders people get by email, their text, and what became of the latest. */
export function NoticesSection() {
  const { permissions, businessType } = useSession();
  if (!permissions.includes('integrations.write')) return null;
  const { bookings, people } = wording[businessType ?? 'doctor'];
  return (
    <LoadedSection
      title="Reminders"
      hint={
        `${capitalise(people)} are reminded of their ${bookings} by WhatsApp, SMS or email, between 8 am and 9 pm. ` +
        'Two of one day are one message. One that cannot leave within its hour is not sent.'
      }
      query={noticeSettingsQuery}
      failed="Failed to load the reminders"
    >
      {(settings) => (
        <Stack gap="md">
          <Choice settings={settings} />
          <Channel settings={settings} />
          <Preview settings={settings} />
          <Latest settings={settings} />
        </Stack>
      )}
    </LoadedSection>
  );
}

function Choice({ settings }: { settings: NoticeSettings }) {
  const client = useQueryClient();
  const { businessType } = useSession();
  const { people, bookings } = wording[businessType ?? 'doctor'];
  const save = async (isOn: boolean, leads: readonly Lead[]) => {
    const saved = await call(changeReminders, { body: { isOn, leads: [...leads] } });
    client.setQueryData(noticeSettingsQuery.queryKey, saved);
    return saved;
  };
  const change = useMutation({
    mutationFn: (leads: readonly Lead[]) => save(settings.remindersOn, leads),
    onSuccess: () => toastDone('Reminders saved'),
  });
  const shown = change.isPending ? change.variables : settings.leads;
  return (
    <>
      <SavedSwitch
        label={`Remind ${people} of their ${bookings}`}
        checked={settings.remindersOn}
        disabled={!settings.may.change}
        failed="This could not be changed. Please try again."
        save={async (isOn) => {
          const saved = await save(isOn, settings.leads);
          toastDone(saved.remindersOn ? 'Reminders are on' : 'Reminders are off');
        }}
      />
      {!(settings.isAvailable && settings.mailsOn) && !settings.whatsApp.isOn && (
        <Text size="sm">{unavailableText(settings, businessType ?? 'doctor')}</Text>
      )}
      <Checkbox.Group label="When" description={`Up to ${mostLeads}.`} value={shown.map(String)}>
        <Group gap="md" mt="xs">
          {reminderLeads.map((lead) => {
            const isChosen = shown.includes(lead);
            return (
              <Checkbox
                key={lead}
                value={String(lead)}
                label={leadNames[lead]}
                disabled={
                  !settings.may.change ||
                  !settings.remindersOn ||
                  (isChosen ? shown.length === 1 : shown.length === mostLeads)
                }
                onChange={() => {
                  if (!change.isPending)
                    change.mutate(isChosen ? shown.filter((each) => each !== lead) : [...shown, lead]);
                }}
              />
            );
          })}
        </Group>
      </Checkbox.Group>
      {change.isError && <FailureNotice text={errorText(change.error, 'Failed to save the reminders')} />}
    </>
  );
}

function Channel({ settings }: { settings: NoticeSettings }) {
  const client = useQueryClient();
  const save = async (body: BodyOf<typeof changeWhatsApp>) => {
    const saved = await call(changeWhatsApp, { body });
    client.setQueryData(noticeSettingsQuery.queryKey, saved);
    return saved.whatsApp;
  };
  const onSaved = (saved: NoticeSettings) => client.setQueryData(noticeSettingsQuery.queryKey, saved);
  return (
    <>
      <WhatsAppChannel settings={settings} save={save} onSaved={onSaved} />
      <ChannelOrder settings={settings} onSaved={onSaved} />
    </>
  );
}

/** Shows the text of a reminder of tomorrow, in each language. */
function Preview({ settings: { language: ofBusiness, whatsApp } }: { settings: NoticeSettings }) {
  const [language, setLanguage] = useState(ofBusiness);
  const { tenant, businessType } = useSession();
  const isClinic = businessType !== 'turf';
  const about = {
    businessType: businessType ?? 'doctor',
    business: tenant?.name ?? '',
    bookings: [
      {
        person: 'Asha Kulkarni',
        date: addDays(indiaDate(serverNow()), 1),
        time: isClinic ? '10:30' : '19:00',
        endTime: isClinic ? '11:00' : '20:00',
        resource: isClinic ? 'Dr. Mehta' : `${capitalise(wording.turf.resource)} 1`,
        link: `${location.origin}/m/…`,
      },
    ],
  };
  const reminder = composeReminder(language, {
    ...about,
    address: null,
    mapLink: null,
    noMoreLink: `${location.origin}/m/…/notices`,
    privacyLink: `${location.origin}/privacy-policy`,
  });
  return (
    <Stack gap="xs">
      <ChoiceSelect
        label="Text, for people of the language"
        data={languageChoices}
        value={language}
        onChange={(to) => setLanguage(to as Language)}
      />
      <div className={classes.preview} role="group" aria-label="Preview" lang={language}>
        <Text size="sm" fw={600}>
          {reminder.subject}
        </Text>
        <Text size="sm" className={classes.text}>
          {reminder.text}
        </Text>
      </div>
      {whatsApp.isOn && (
        <WhatsAppText
          {...about}
          language={language}
          tellsChanges={whatsApp.tellsChanges}
          texts={whatsApp.texts}
        />
      )}
    </Stack>
  );
}

function Latest({ settings: { sent, failed, latest } }: { settings: NoticeSettings }) {
  return (
    <div>
      <Title order={3}>Lately</Title>
      <Text size="sm">
        {latest.length === 0
          ? 'No message has left yet.'
          : `In thirty days ${sent} sent and ${failed} not sent.`}
      </Text>
      {latest.length > 0 && (
        <ul className={classes.list} aria-label="The latest messages">
          {latest.map((notice) => (
            <li key={notice.id}>
              <Text size="sm">
                {formatInstant(notice.at)}: {noticeText(notice)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
