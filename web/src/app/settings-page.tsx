import { Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { DeleteAccountSection } from '../features/account/delete-account-section.tsx';
import { AuditSection } from '../features/audit/audit-section.tsx';
import { BookingMailsSection } from '../features/booking-mails/booking-mails-section.tsx';
import { DeliveriesSection } from '../features/deliveries/deliveries-section.tsx';
import { IntegrationsSection } from '../features/integrations/integrations-section.tsx';
import { DaySheetSection } from '../features/day-sheet/day-sheet-section.tsx';
import { BusinessProfileSection } from '../features/onboarding/business-profile-section.tsx';
import { SubscriptionSection } from '../features/payments/subscription-section.tsx';
import { GoogleSection } from '../features/security/google-section.tsx';
import { ProfileSection } from '../features/security/profile-section.tsx';
import { SecondFactorSection } from '../features/security/second-factor-section.tsx';
import { SessionsSection } from '../features/security/sessions-section.tsx';
import { WebhooksSection } from '../features/webhooks/webhooks-section.tsx';
import { LegalLinks } from '../ui/legal-links.tsx';
import { PageWithContents } from '../ui/page-with-contents.tsx';

/** Settings of both business types: one line for each section, which loads and saves by itself. */
export function SettingsPage() {
  return (
    <PageWithContents>
      <Title order={1}>Settings</Title>
      <ProfileSection />
      <SubscriptionSection />
      <IntegrationsSection search={useSearch({ strict: false })} />
      <WebhooksSection />
      <BookingMailsSection />
      <DeliveriesSection />
      <BusinessProfileSection />
      <GoogleSection />
      <SecondFactorSection />
      <SessionsSection />
      <DaySheetSection />
      <AuditSection />
      <DeleteAccountSection />
      <LegalLinks />
    </PageWithContents>
  );
}
