import { OnboardingScreen } from '../../modules/tenancy/onboarding/onboarding-screen.tsx';
import { LegalLinks } from '../../ui/layout/legal-links.tsx';
import { Wordmark } from '../../ui/layout/wordmark.tsx';
import { ColorSchemeToggle } from '../shell/color-scheme-toggle.tsx';
import classes from './onboarding-page.module.css';
import { SignOutButton } from './sign-out-button.tsx';

/**
 * Renders the onboarding wizard in a separate layout: before onboarding the dashboard has nothing
 * to show.
 */
export function OnboardingPage() {
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Wordmark />
        <SignOutButton />
      </header>
      <main className={classes.main}>
        <OnboardingScreen />
      </main>
      <footer className={classes.foot}>
        <ColorSchemeToggle />
        <LegalLinks />
      </footer>
    </div>
  );
}
