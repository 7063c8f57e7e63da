import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { bookingMailsQuery } from './api.ts';
import { MailsSwitch } from './mails-switch.tsx';
import { mailWords } from './wording.ts';

/** Whether the people of bookings get mail of them; for who may switch that. */
export function BookingMailsSection() {
  const { permissions, businessType } = useSession();
  if (!permissions.includes('integrations.write')) return null;
  const words = mailWords(businessType ?? 'doctor');
  return (
    <LoadedSection title={words.title} hint={words.sends} query={bookingMailsQuery} failed="Failed to load the email setting">
      {(mails) => <MailsSwitch mails={mails} words={words} />}
    </LoadedSection>
  );
}
