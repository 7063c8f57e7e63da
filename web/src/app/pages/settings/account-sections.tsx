import { DaySheetSection } from '../../../modules/desk/day-sheet/day-sheet-section.tsx';
import { DeleteAccountSection } from '../../../modules/identity/account/delete-account-section.tsx';
import { GoogleSection } from '../../../modules/identity/security/google-section.tsx';
import { ProfileSection } from '../../../modules/identity/security/profile-section.tsx';
import { SecondFactorSection } from '../../../modules/identity/security/second-factor-section.tsx';
import { SessionsSection } from '../../../modules/identity/security/sessions-section.tsx';

/** Renders the user's sign-in methods and sessions. */
export function SecuritySections() {
  return (
    <>
      <GoogleSection />
      <SecondFactorSection />
      <SessionsSection />
    </>
  );
}

/** Renders the user's own profile, device and account. */
export function AccountSections() {
  return (
    <>
      <ProfileSection />
      <DaySheetSection />
      <DeleteAccountSection />
    </>
  );
}
