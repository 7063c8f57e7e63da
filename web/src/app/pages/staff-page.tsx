import { lazy, Suspense } from 'react';
import { StaffScreen } from '../../modules/tenancy/staff/staff-screen.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';

const TenantStaffPage = lazy(async () => ({
  default: (await loadChunk(() => import('./tenant-staff-page.tsx'))).TenantStaffPage,
}));

/** Renders the staff of the user's business; for a super admin, of a chosen one. */
export function StaffPage() {
  if (!useSession().permissions.includes('platform.manage')) return <StaffScreen />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <TenantStaffPage />
    </Suspense>
  );
}
