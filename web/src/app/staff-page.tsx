import { lazy, Suspense } from 'react';
import { StaffScreen } from '../features/staff/staff-screen.tsx';
import { useSession } from '../lib/session.tsx';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { loadChunk } from '../lib/chunk.ts';

const TenantStaffPage = lazy(async () => ({ default: (await loadChunk(() => import('./tenant-staff-page.tsx'))).TenantStaffPage }));

/** The staff of one's own business; of any, for a super admin, who has none. */
export function StaffPage() {
  if (!useSession().permissions.includes('platform.manage')) return <StaffScreen />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <TenantStaffPage />
    </Suspense>
  );
}
