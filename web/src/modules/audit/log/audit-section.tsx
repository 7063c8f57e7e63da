import { ButtonLink } from '../../../ui/controls/links.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { useSession } from '../../../lib/session/session.tsx';

/** Renders the link to the audit log on Settings, for users who may read it. */
export function AuditSection() {
  const { permissions, businessType } = useSession();
  if (!permissions.includes('audit.read') && !permissions.includes('platform.manage')) return null;
  const whose = permissions.includes('platform.manage') ? 'on the platform' : 'in your business';
  return (
    <SectionCard title="Audit log" hint={`Who did what ${whose}, and when. Nobody can change this log.`}>
      <div>
        <ButtonLink
          to={businessType === 'turf' ? '/turf-dashboard/audit' : '/dashboard/audit'}
          variant="default"
        >
          Open the audit log
        </ButtonLink>
      </div>
    </SectionCard>
  );
}
