import { List, Switch, Text } from '@mantine/core';
import { formatTime, indiaTime } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { setSheetEnabled } from '../../../lib/browser/day-sheet-store.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { useStoredAs, useWantsSheet } from './use-stored-sheet.ts';

/**
 * Renders the setting that stores today's list on this device for use offline. Hidden from users
 * who may not read bookings.
 */
export function DaySheetSection() {
  const { tenant, permissions } = useSession();
  return tenant && permissions.includes('appointments.read') ? <OwnSection /> : null;
}

function OwnSection() {
  const { user, businessType } = useSession();
  const isWanted = useWantsSheet(user.id);
  const getAs = useStoredAs();
  const { bookings, person, resource } = wording[businessType ?? 'doctor'];
  return (
    <SectionCard
      title="Without a network"
      hint={`When the network fails, this device can still show today’s ${bookings}.`}
    >
      <Switch
        label="Keep today’s list on this device"
        checked={isWanted}
        onChange={(event) => setSheetEnabled(user.id, event.currentTarget.checked)}
      />
      <div>
        <Text size="sm" c="dimmed">
          What is kept, unencrypted and on this device only:
        </Text>
        <List size="sm" c="dimmed" mt={4}>
          <List.Item>
            of each of today’s {bookings} the time, the {person}’s name and contact, the {resource} and the
            status;
          </List.Item>
          <List.Item>
            until midnight, until you sign out or your session ends, or until somebody else signs in here.
          </List.Item>
        </List>
      </div>
      {isWanted && (
        <Text size="sm" role="status">
          {getAs === undefined
            ? 'Nothing is kept yet.'
            : `Kept as of ${formatTime(indiaTime(new Date(getAs)))}.`}
        </Text>
      )}
    </SectionCard>
  );
}
