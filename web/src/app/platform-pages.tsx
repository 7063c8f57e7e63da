import { AnalyticsScreen } from '../features/platform/analytics-screen.tsx';
import { BillingScreen } from '../features/platform/billing-screen.tsx';
import { TenantAppointmentsScreen } from '../features/platform/tenant-appointments-screen.tsx';
import { TenantsScreen } from '../features/platform/tenants-screen.tsx';
import { UsersScreen } from '../features/platform/users-screen.tsx';
import { useAddressFilters } from './use-address-filters.ts';

export { OverviewScreen } from '../features/platform/overview-screen.tsx';

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
