import { Switch, Text } from '@mantine/core';
import type { BookingMails } from '@samay/contract/reach/booking-mails';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { bookingMailsQuery, switchMails } from './api.ts';
import { bookingMailsWording } from './wording.ts';

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
