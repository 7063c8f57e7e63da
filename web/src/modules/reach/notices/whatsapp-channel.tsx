import { Stack, Text, Title } from '@mantine/core';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { channelNames, type changeWhatsApp, type NoticeSettings } from '@samay/contract/reach/notices';
import { formatCount } from '@samay/contract/core/money';
import { wording } from '@samay/contract/core/wording';
import { useSession } from '../../../lib/session/session.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { TroubleNotice } from '../../../ui/feedback/trouble-notice.tsx';
import { SavedSwitch } from '../../../ui/form/saved-switch.tsx';
import { OwnNumber } from './own-number.tsx';

interface Props {
  readonly settings: NoticeSettings;
  /** Turns it on or off, and what is told by it. */
  readonly save: (body: BodyOf<typeof changeWhatsApp>) => Promise<NoticeSettings['whatsApp']>;
  readonly onSaved: (settings: NoticeSettings) => void;
}

/** Renders WhatsApp as a way in which people are reminded: on or off, what it costs, how it does. */
export function WhatsAppChannel({ settings, save, onSaved }: Props) {
  const { whatsApp, on, may } = settings;
  const { businessType } = useSession();
  const { people, booking } = wording[businessType ?? 'doctor'];
  const isClinic = businessType !== 'turf';
  const a = isClinic ? `an ${booking}` : `a ${booking}`;
  const others = on.filter((channel) => channel !== 'whatsapp').map((channel) => channelNames[channel]);
  const otherwise = others.length > 0 ? `are reminded by ${others.join(' or ')}` : 'are not reminded';
  const { isAvailable, isOn, tellsChanges, used, included, trouble, own, mayConnect } = whatsApp;
  if (!isAvailable && !isOn && !mayConnect)
    return <Text size="sm">This server is not set up to send by WhatsApp yet.</Text>;
  return (
    <Stack gap="xs">
      <Title order={3}>WhatsApp</Title>
      <SavedSwitch
        label="Remind by WhatsApp"
        checked={isOn}
        disabled={!may.change || (!isAvailable && !isOn)}
        failed="This could not be changed. Please try again."
        save={async (wanted) => {
          const saved = await save({ isOn: wanted });
          toastDone(saved.isOn ? 'WhatsApp is on' : 'WhatsApp is off');
        }}
      />
      {isOn && <TroubleNotice trouble={trouble} />}
      {isOn && (
        <SavedSwitch
          label={`Also tell ${people} when ${a} is made, moved or cancelled${isClinic ? ', and when you run late' : ''}`}
          checked={tellsChanges}
          disabled={!may.change}
          failed="This could not be changed. Please try again."
          save={async (wanted) => {
            const saved = await save({ isOn: true, tellsChanges: wanted });
            toastDone(saved.tellsChanges ? 'People are told of changes' : 'People are only reminded');
          }}
        />
      )}
      <Text size="sm">
        {`To Indian mobile numbers, from ${own ? `your own number, ${own.name}` : 'the number of Samay in your name'}. The others, and ${people} whom WhatsApp does not reach, ${otherwise}.`}
      </Text>
      <Text size="sm">
        {own
          ? 'WhatsApp charges you for each message; none counts in your plan.'
          : `Used this month: ${formatCount(used)} of the ${formatCount(included)} messages that your plan includes. They cost nothing more. Codes for your page take at most half of them.`}
      </Text>
      <OwnNumber settings={settings} onSaved={onSaved} />
    </Stack>
  );
}
