import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { StaffScreen } from '../../modules/tenancy/staff/staff-screen.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { FullPageSpinner } from '../../ui/feedback/full-page-spinner.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';

const TenantStaffPage = lazy(async () => ({ default: (await loadChunk(() => import('./tenant-staff-page.tsx'))).TenantStaffPage }));

/** The staff of the user's business; for a super admin, of a chosen one. */
export function StaffPage() {
  if (!useSession().permissions.includes('platform.manage')) return <OwnStaff />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <TenantStaffPage />
    </Suspense>
  );
}

/** `invite=open` opens the invitation form once: it is removed from the address, so that neither a reload nor Back opens the form again. */
function OwnStaff() {
  const { invite }: { invite?: string } = useSearch({ strict: false });
  const [isInviting] = useState(invite === 'open');
  const navigate = useNavigate();
  useEffect(() => {
    if (invite !== undefined) void navigate({ to: '.', search: {}, replace: true });
  }, [invite, navigate]);
  return <StaffScreen isInviting={isInviting} />;
}
