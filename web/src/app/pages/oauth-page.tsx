import { CallbackScreen } from '../../modules/identity/oauth/callback-screen.tsx';
import { useHome } from '../routing/navigation.ts';

/**
 * Renders the page to which Google redirects. The result of connecting a calendar is shown on the
 * Settings of the user's business type.
 */
export function OauthPage() {
  const home = useHome();
  return (
    <CallbackScreen
      settings={home === '/turf-dashboard' ? '/turf-dashboard/settings' : '/dashboard/settings'}
    />
  );
}
