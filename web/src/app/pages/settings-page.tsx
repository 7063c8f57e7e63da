import { Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { DeleteAccountSection } from '../../modules/identity/account/delete-account-section.tsx';
import { AuditSection } from '../../modules/audit/log/audit-section.tsx';
import { BookingMailsSection } from '../../modules/reach/booking-mails/booking-mails-section.tsx';
import { DeliveriesSection } from '../../modules/reach/deliveries/deliveries-section.tsx';
import { IntegrationsSection } from '../../modules/reach/calendar/integrations-section.tsx';
import { DaySheetSection } from '../../modules/bookings/day-sheet/day-sheet-section.tsx';
import { BusinessProfileSection } from '../../modules/tenancy/onboarding/business-profile-section.tsx';
import { SubscriptionSection } from '../../modules/tenancy/payments/subscription-section.tsx';
import { GoogleSection } from '../../modules/identity/security/google-section.tsx';
import { ProfileSection } from '../../modules/identity/security/profile-section.tsx';
import { SecondFactorSection } from '../../modules/identity/security/second-factor-section.tsx';
import { SessionsSection } from '../../modules/identity/security/sessions-section.tsx';
import { WebhooksSection } from '../../modules/reach/webhooks/webhooks-section.tsx';
import { LegalLinks } from '../../ui/layout/legal-links.tsx';
import { PageWithContents } from '../../ui/layout/page-with-contents.tsx';

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
