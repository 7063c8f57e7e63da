import { Loader, Stack, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { BookingMailsSection } from '../../../modules/reach/booking-mails/booking-mails-section.tsx';
import { DeliveriesSection } from '../../../modules/reach/deliveries/deliveries-section.tsx';
import { WebhooksSection } from '../../../modules/reach/webhooks/webhooks-section.tsx';
import { BusinessProfileSection } from '../../../modules/tenancy/onboarding/business-profile-section.tsx';
import { UpiSection } from '../../../modules/tenancy/upi/upi-section.tsx';
import { trimSlashes } from '../../routing/page.ts';
import { AccountSections, SecuritySections } from './account-sections.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export { SettingsPage } from './settings-page.tsx';

const DrawersSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/ledger/drawer/drawers-section.tsx')))
    .DrawersSection,
}));

const AvailabilityPage = lazy(async () => ({
  default: (await loadChunk(() => import('./availability-pages.tsx'))).AvailabilityPage,
}));

const MoneyRulesSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/ledger/money-rules/money-rules-section.tsx')))
    .MoneyRulesSection,
}));

const BusinessDetailsSection = lazy(async () => ({
  default: (
    await loadChunk(() => import('../../../modules/tenancy/business-details/business-details-section.tsx'))
  ).BusinessDetailsSection,
}));

const WaitingRoomSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/bookings/waiting-room/waiting-room-section.tsx')))
    .WaitingRoomSection,
}));

const ExportSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/archives/export/export-section.tsx')))
    .ExportSection,
}));

const PaperSettingsScreen = lazy(async () => ({
  default: (
    await loadChunk(() => import('../../../modules/invoicing/papers/settings/paper-settings-screen.tsx'))
  ).PaperSettingsScreen,
}));

const MessageSettings = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/bookings/whatsapp-settings/message-settings.tsx')))
    .MessageSettings,
}));

const NoticesSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/reach/notices/notices-section.tsx')))
    .NoticesSection,
}));

const ImportScreen = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/imports/bring-in/import-screen.tsx')))
    .ImportScreen,
}));

const SmsSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/reach/sms/sms-section.tsx'))).SmsSection,
}));

const OnlineSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/public/online/online-section.tsx'))).OnlineSection,
}));

const AccountSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/online-payments/account-section.tsx')))
    .AccountSection,
}));

const RefundsSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/public/online/refunds-section.tsx')))
    .RefundsSection,
}));

const BoardSection = lazy(async () => ({
  default: (await loadChunk(() => import('../../../modules/public/board/board-section.tsx'))).BoardSection,
}));

const pages: Readonly<Record<string, () => ReactNode>> = {
  business: () => (
    <Sections title="Business">
      <BusinessProfileSection />
      <BusinessDetailsSection />
      <UpiSection />
      <WaitingRoomSection />
      <MoneyRulesSection />
      <DrawersSection />
      <ExportSection />
    </Sections>
  ),
  papers: () => <PaperSettingsScreen />,
  import: () => <ImportScreen />,
  services: () => <AvailabilityPage of="services" />,
  doctors: () => <AvailabilityPage of="resources" />,
  courts: () => <AvailabilityPage of="resources" />,
  hours: () => <AvailabilityPage of="hours" />,
  times: () => <AvailabilityPage of="times" />,
  messages: () => (
    <Sections title="People and messages">
      <MessageSettings />
      <NoticesSection />
      <SmsSection />
      <BookingMailsSection />
    </Sections>
  ),
  online: () => (
    <Sections title="Public page">
      <OnlineSection />
      <AccountSection />
      <RefundsSection />
      <BoardSection />
    </Sections>
  ),
  connections: () => (
    <Sections title="Connections">
      <WebhooksSection />
      <DeliveriesSection />
    </Sections>
  ),
  security: () => (
    <Sections title="Security">
      <SecuritySections />
    </Sections>
  ),
  account: () => (
    <Sections title="My account">
      <AccountSections />
    </Sections>
  ),
};

/** Renders the page below Settings that the last part of the address names. */
export function SettingsSubpage() {
  const name = trimSlashes(useLocation().pathname).split('/').at(-1) ?? '';
  return (
    <SettingsFrame>
      <Suspense fallback={<Loader role="status" aria-label="Loading" />}>{pages[name]?.()}</Suspense>
    </SettingsFrame>
  );
}

function Sections({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="md" maw={760}>
      <Title order={1}>{title}</Title>
      {children}
    </Stack>
  );
}
