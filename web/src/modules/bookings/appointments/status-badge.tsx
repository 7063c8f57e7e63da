import { type Status, statusName } from '@samay/contract/bookings/statuses';
import { type Icon, IconBan, IconCalendarClock, IconCheck, IconUserOff } from '@tabler/icons-react';
import { statusTone } from '../../../lib/status-tone.ts';
import { Badge } from '../../../ui/table/badge.tsx';

const icons: Record<Status, Icon> = {
  scheduled: IconCalendarClock,
  completed: IconCheck,
  cancelled: IconBan,
  no_show: IconUserOff,
};

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={statusTone[status]} text={statusName[status]} icon={icons[status]} />;
}
