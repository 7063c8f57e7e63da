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
  IconListNumbers,
  IconReceipt,
  IconSettings,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';

/**
 * The icons of pages by name. The table of pages names them: the icons themselves load with the
 * sidebar, not with the sign-in page.
 */
export const pageIcons = {
  account: IconUserCircle,
  ball: IconBallFootball,
  building: IconBuildingHospital,
  calendar: IconCalendar,
  card: IconCreditCard,
  chart: IconChartBar,
  dashboard: IconLayoutDashboard,
  event: IconCalendarEvent,
  heart: IconHeartbeat,
  queue: IconListNumbers,
  receipt: IconReceipt,
  rupee: IconCurrencyRupee,
  settings: IconSettings,
  users: IconUsers,
} satisfies Record<string, Icon>;

export type PageIcon = keyof typeof pageIcons;
