import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx';
import { useSession } from '../lib/session.tsx';
import { ComingPage } from './coming-page.tsx';

/** The dashboard home of a business; the platform's overview comes later. */
export function HomePage() {
  const { tenant } = useSession();
  return tenant ? <DashboardScreen /> : <ComingPage />;
}
