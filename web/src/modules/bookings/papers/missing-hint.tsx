import { Text } from '@mantine/core';
import type { BookingPapers } from '@samay/contract/bookings/papers';
import { useSession } from '../../../lib/session/session.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';

interface MissingHintProps {
  missing: NonNullable<BookingPapers['missing']>;
  /** Called before the link leads to Settings. */
  onLeave: () => void;
}

const sentences = {
  service_tax: { says: 'how this service is taxed', place: 'Settings, Papers', page: 'papers' },
  address: { says: 'the address of the business', place: 'Settings, Business', page: 'business' },
} as const;

/** Says what has to be said in Settings before a paper can be created: owners get the link. */
export function MissingHint({ missing, onLeave }: MissingHintProps) {
  const { permissions, businessType } = useSession();
  const { says, place, page } = sentences[missing];
  if (!permissions.includes('settings.write')) {
    return <Text size="sm">{`No paper yet: ask an owner to enter ${says} in ${place}.`}</Text>;
  }
  const root = businessType === 'turf' ? '/turf-dashboard/settings' : '/dashboard/settings';
  return (
    <Text size="sm">
      {`No paper yet: enter ${says} first, in `}
      <TextLink to={`${root}/${page}`} onClick={onLeave} inherit>
        {place}
      </TextLink>
      .
    </Text>
  );
}
