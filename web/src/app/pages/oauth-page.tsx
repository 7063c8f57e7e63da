import { CallbackScreen } from '../../modules/identity/oauth/callback-screen.tsx';
import { useHome } from '../routing/navigation.ts';

/** The way back from Google; what a calendar's page has to say is shown on the settings of the person's own home. */
export function OauthPage() {
  const home = useHome();
  return <CallbackScreen settings={home === '/turf-dashboard' ? '/turf-dashboard/settings' : '/dashboard/settings'} />;
}
