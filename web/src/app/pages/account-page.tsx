import { Stack, Title } from '@mantine/core';
import { DeleteAccountSection } from '../../modules/identity/account/delete-account-section.tsx';
import { DaySheetSection } from '../../modules/bookings/day-sheet/day-sheet-section.tsx';
import { GoogleSection } from '../../modules/identity/security/google-section.tsx';
import { ProfileSection } from '../../modules/identity/security/profile-section.tsx';
import { SecondFactorSection } from '../../modules/identity/security/second-factor-section.tsx';
import { SessionsSection } from '../../modules/identity/security/sessions-section.tsx';
import { LegalLinks } from '../../ui/layout/legal-links.tsx';

/** The user's own settings, for roles without Settings; there, the same sections are shown with those of the business. */
export function AccountPage() {
  return (
    <Stack gap="md" maw={760}>
      <Title order={1}>Your account</Title>
      <ProfileSection />
      <GoogleSection />
      <SecondFactorSection />
      <SessionsSection />
      <DaySheetSection />
      <DeleteAccountSection />
      <LegalLinks />
    </Stack>
  );
}
