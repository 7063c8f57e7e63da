import { Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { AuditSection } from '../../../modules/audit/log/audit-section.tsx';
import { IntegrationsSection } from '../../../modules/reach/calendar/integrations-section.tsx';
import { SubscriptionSection } from '../../../modules/tenancy/payments/subscription-section.tsx';
import { useSession } from '../../../lib/session/session.tsx';
import { LegalLinks } from '../../../ui/layout/legal-links.tsx';
import { PageWithContents } from '../../../ui/layout/page-with-contents.tsx';
import { AccountSections, SecuritySections } from './account-sections.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/**
 * Renders the first page of Settings, of both business types: plan, usage and integrations. For a
 * super admin, who has no business, it is their own account.
 */
export function SettingsPage() {
  const isBusiness = useSession().permissions.includes('usage.read');
  return (
    <SettingsFrame>
      <PageWithContents>
        <Title order={1}>Settings</Title>
        {isBusiness ? (
          <>
            <SubscriptionSection />
            <Integrations />
          </>
        ) : (
          <>
            <AccountSections />
            <SecuritySections />
          </>
        )}
        <AuditSection />
        <LegalLinks />
      </PageWithContents>
    </SettingsFrame>
  );
}

function Integrations() {
  return <IntegrationsSection search={useSearch({ strict: false })} />;
}
