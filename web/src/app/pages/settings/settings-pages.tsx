import { Loader, Stack, Title } from '@mantine/core';
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { BookingMailsSection } from '../../../modules/reach/booking-mails/booking-mails-section.tsx';
import { BusinessProfileSection } from '../../../modules/tenancy/onboarding/business-profile-section.tsx';
import { AccountSections, SecuritySections } from './account-sections.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export { SettingsPage } from './settings-page.tsx';

const AvailabilityPage = lazy(async () => ({ default: (await loadChunk(() => import('./availability-pages.tsx'))).AvailabilityPage }));

/** Name, hours and days, as they were given at the start. */
export function BusinessPage() {
  return (
    <Sections title="Business">
      <BusinessProfileSection />
    </Sections>
  );
}

export function ServicesPage() {
  return <Availability of="services" />;
}

/** Doctors or courts. */
export function ResourcesPage() {
  return <Availability of="resources" />;
}

export function HoursPage() {
  return <Availability of="hours" />;
}

export function TimesPage() {
  return <Availability of="times" />;
}

/** What the business sends to the people whom it books. */
export function MessagesPage() {
  return (
    <Sections title="People and messages">
      <BookingMailsSection />
    </Sections>
  );
}

export function SecurityPage() {
  return (
    <Sections title="Security">
      <SecuritySections />
    </Sections>
  );
}

export function MyAccountPage() {
  return (
    <Sections title="My account">
      <AccountSections />
    </Sections>
  );
}

function Availability(props: ComponentProps<typeof AvailabilityPage>) {
  return (
    <SettingsFrame>
      <Suspense fallback={<Loader role="status" aria-label="Loading" />}>
        <AvailabilityPage {...props} />
      </Suspense>
    </SettingsFrame>
  );
}

function Sections({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SettingsFrame>
      <Stack gap="md" maw={760}>
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
    </SettingsFrame>
  );
}
