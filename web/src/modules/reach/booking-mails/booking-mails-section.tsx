import { Switch, Text } from '@mantine/core';
import type { BusinessType } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';
import { type BookingMails, changeBookingMails, getBookingMails } from '@samay/contract/reach/booking-mails';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';

const bookingMailsQuery = queryOptions({
  queryKey: ['booking-mails'],
  queryFn: ({ signal }) => call(getBookingMails, { signal }),
});

/** Switches the emails on or off. @throws ApiError */
async function switchMails(isOn: boolean) {
  return call(changeBookingMails, { body: { isOn } });
}

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

/**
 * Renders the switch. It shows the new value immediately and the server's again after an error. It
 * can always be turned off, and on only if the server can send email.
 */
function MailsSwitch({ mails: { isOn, isAvailable, may }, words }: MailsSwitchProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: switchMails,
    onSuccess: (mails) => {
      client.setQueryData(bookingMailsQuery.queryKey, mails);
      toastDone(mails.isOn ? words.on : words.off);
    },
  });
  return (
    <>
      <Switch
        label={words.label}
        checked={change.isPending ? change.variables : isOn}
        disabled={!may.change || (!isAvailable && !isOn)}
        onChange={({ currentTarget: { checked } }) => {
          if (!change.isPending) change.mutate(checked);
        }}
      />
      {!isAvailable && <Text size="sm">{words.unavailable}</Text>}
      {change.isError && <FailureNotice text={errorText(change.error, words.notSaved)} />}
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
      'Nothing is sent until you turn this on.',
    on: `Your ${people} now get emails`,
    off: `Your ${people} no longer get emails`,
    unavailable: 'This server is not set up to send email yet, so nothing is sent. Please contact support.',
    notSaved: 'This could not be changed. Please try again.',
  };
}
