import {
  type Icon,
  IconBallFootball,
  IconBuildingHospital,
  IconCalendar,
  IconCalendarEvent,
  IconChartBar,
  IconCreditCard,
  IconCurrencyRupee,
  IconHeartbeat,
  IconLayoutDashboard,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';

const icons: Readonly<Record<string, Icon>> = {
  Dashboard: IconLayoutDashboard,
  Appointments: IconCalendarEvent,
  Bookings: IconBallFootball,
  Schedule: IconCalendar,
  Tenants: IconBuildingHospital,
  Users: IconUsers,
  'User Management': IconUsers,
  'Employee Management': IconUsers,
  Patients: IconHeartbeat,
  Analytics: IconChartBar,
  Revenue: IconCurrencyRupee,
  Billing: IconCreditCard,
};

/** The sign beside a sidebar link's word. */
export function linkIcon(label: string): Icon {
  return icons[label] ?? IconSettings;
}
