import { ButtonLink } from '../ui/button-link.tsx';
import { NoticePage } from '../ui/notice-page.tsx';
import { useHome } from './use-home.ts';

/** The address of the site itself. */
export function WelcomePage() {
  const home = useHome();
  return (
    <NoticePage title="Samay" actions={<ButtonLink to={home ?? '/login'}>{home ? 'Open your dashboard' : 'Login'}</ButtonLink>}>
      Appointments for clinics and bookings for sports grounds, in one calm place.
    </NoticePage>
  );
}
