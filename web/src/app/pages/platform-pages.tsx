import { AnalyticsScreen } from '../../modules/platform/analytics-screen.tsx';
import { BillingScreen } from '../../modules/platform/billing-screen.tsx';
import { TenantAppointmentsScreen } from '../../modules/platform/tenant-appointments-screen.tsx';
import { TenantsScreen } from '../../modules/platform/tenants-screen.tsx';
import { UsersScreen } from '../../modules/platform/users-screen.tsx';
import { useAddressFilters } from '../routing/use-address-filters.ts';

export { OverviewScreen } from '../../modules/platform/overview-screen.tsx';

/** The super admin's pages, each with its filters in the address. */
export function TenantsPage() {
  return <TenantsScreen {...useAddressFilters()} />;
}

export function UsersPage() {
  return <UsersScreen {...useAddressFilters()} />;
}

export function AnalyticsPage() {
  return <AnalyticsScreen {...useAddressFilters()} />;
}

export function BillingPage() {
  return <BillingScreen {...useAddressFilters()} />;
}

export function TenantAppointmentsPage() {
  return <TenantAppointmentsScreen {...useAddressFilters()} />;
}
