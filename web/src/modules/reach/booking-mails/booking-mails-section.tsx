import { Text } from '@mantine/core';
import type { BusinessType } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';
import { type BookingMails, changeBookingMails, getBookingMails } from '@samay/contract/reach/booking-mails';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { SavedSwitch } from '../../../ui/form/saved-switch.tsx';

const bookingMailsQuery = queryOptions({
  queryKey: ['booking-mails'],
  queryFn: ({ signal }) => call(getBookingMails, { signal }),
});

/**
 * Renders the setting that emails patients or customers about their bookings, for users who may
 * change it.
 */
export function BookingMailsSection() {
  const { permissions, businessType } = useSession();
  if (!permissions.includes('integrations.write')) return null;
  const words = bookingMailsWording(businessType ?? 'doctor');
  return (
    <LoadedSection
      title={words.title}
      hint={words.sends}
      query={bookingMailsQuery}
      failed="Failed to load the email setting"
    >
      {(mails) => <MailsSwitch mails={mails} words={words} />}
    </LoadedSection>
  );
}

interface MailsSwitchProps {
  mails: BookingMails;
  words: ReturnType<typeof bookingMailsWording>;
}

/** Renders the switch: it can always be turned off, and on only if the server can send email. */
function MailsSwitch({ mails: { isOn, isAvailable, may }, words }: MailsSwitchProps) {
  const client = useQueryClient();
  return (
    <>
      <SavedSwitch
        label={words.label}
        checked={isOn}
        disabled={!may.change || (!isAvailable && !isOn)}
        failed={words.notSaved}
        save={async (wanted) => {
          const mails = await call(changeBookingMails, { body: { isOn: wanted } });
          client.setQueryData(bookingMailsQuery.queryKey, mails);
          // The reminders say whether emails are on.
          void client.invalidateQueries({ queryKey: ['notice-settings'] });
          toastDone(mails.isOn ? words.on : words.off);
        }}
      />
      {!isAvailable && <Text size="sm">{words.unavailable}</Text>}
    </>
  );
}

/** Returns the texts of the email setting by business type. */
function bookingMailsWording(businessType: BusinessType) {
  const { booking, bookings, person, people } = wording[businessType];
  const a = businessType === 'doctor' ? 'an' : 'a';
  const withWhom = businessType === 'doctor' ? ', the doctor' : '';
  return {
    title: `Email to ${people}`,
    label: `Email ${people} about their ${bookings}`,
    sends:
      `When ${a} ${booking} is created, moved or cancelled, the ${person} gets an email with ` +
      `the day and time in India${withWhom} and the name of your business. ` +
      'Whom WhatsApp tells of it gets no email. Nothing is sent until you turn this on.',
    on: `Your ${people} now get emails`,
    off: `Your ${people} no longer get emails`,
    unavailable: 'This server is not set up to send email yet, so nothing is sent. Please contact support.',
    notSaved: 'This could not be changed. Please try again.',
  };
}
