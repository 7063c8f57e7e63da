import { AuditScreen } from '../../modules/audit/log/audit-screen.tsx';
import { BusinessSelect } from '../../modules/platform/business-select.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { useAddressFilters } from '../routing/use-address-filters.ts';

/**
 * Renders the audit log of the user's business; for a super admin, that of the platform or of a
 * chosen business.
 */
export function AuditPage() {
  const { permissions } = useSession();
  const { filters, onFiltersChange } = useAddressFilters();
  if (!permissions.includes('platform.manage')) {
    const hint = 'Who did what in your business, and what the platform viewed. Nobody can change this log.';
    return (
      <AuditScreen
        scope={{ of: 'business' }}
        hint={hint}
        filters={filters}
        onFiltersChange={onFiltersChange}
      />
    );
  }
  const business = filters['business'] || undefined;
  const hint = business
    ? 'Who did what in this business. What you view is recorded here too.'
    : 'Who did what on the platform itself.';
  return (
    <AuditScreen
      scope={{ of: 'platform', business }}
      hint={hint}
      filters={filters}
      onFiltersChange={onFiltersChange}
    >
      <BusinessSelect
        label="Business"
        placeholder="The platform itself"
        value={business}
        onChange={(id) => onFiltersChange({ ...filters, business: id ?? '' })}
      />
    </AuditScreen>
  );
}
