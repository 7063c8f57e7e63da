import { AnalyticsScreen } from '../../modules/platform/overview/analytics-screen.tsx';
import { BillingScreen } from '../../modules/platform/billing/billing-screen.tsx';
import { TenantAppointmentsScreen } from '../../modules/platform/access/tenant-appointments-screen.tsx';
import { TenantsScreen } from '../../modules/platform/tenants/tenants-screen.tsx';
import { UsersScreen } from '../../modules/platform/users/users-screen.tsx';
import { useAddressFilters } from '../routing/use-address-filters.ts';

export { OverviewScreen } from '../../modules/platform/overview/overview-screen.tsx';
export { StatusScreen } from '../../modules/platform/status/status-screen.tsx';

/** Renders the super admin's page of tenants, with its filters in the address. */
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
