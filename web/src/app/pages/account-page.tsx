import { Stack, Title } from '@mantine/core';
import { LegalLinks } from '../../ui/layout/legal-links.tsx';
import { AccountSections, SecuritySections } from './settings/account-sections.tsx';

/**
 * Renders the user's own settings, for roles without Settings; in Settings these sections have
 * pages of their own.
 */
export function AccountPage() {
  return (
    <Stack gap="md" maw={760}>
      <Title order={1}>Your account</Title>
      <AccountSections />
      <SecuritySections />
      <LegalLinks />
    </Stack>
  );
}
