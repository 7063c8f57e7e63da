import { Text } from '@mantine/core';
import type { BookingPapers } from '@samay/contract/invoicing/papers';
import { formatDate, type LocalDate } from '@samay/contract/core/time';
import { useSession } from '../../../lib/session/session.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';

interface MissingHintProps {
  missing: NonNullable<BookingPapers['missing']>;
  /** The day of the visit, whose tax a bill has. */
  day: LocalDate;
  /** Called before the link leads to Settings. */
  onLeave: () => void;
}

const places = {
  service_tax: { place: 'Settings, Receipts and invoices', page: 'papers' },
  address: { place: 'Settings, Business', page: 'business' },
} as const;

/** Says what has to be said in Settings before a paper can be created: owners get the link. */
export function MissingHint({ missing, day, onLeave }: MissingHintProps) {
  const { permissions, businessType } = useSession();
  const { place, page } = places[missing];
  const says =
    missing === 'address' ? 'the address of the business' : `how this service is taxed on ${formatDate(day)}`;
  if (!permissions.includes('settings.write')) {
    return <Text size="sm">{`No receipt or invoice yet: ask an owner to enter ${says} in ${place}.`}</Text>;
  }
  const root = businessType === 'turf' ? '/turf-dashboard/settings' : '/dashboard/settings';
  return (
    <Text size="sm">
      {`No receipt or invoice yet: enter ${says} first, in `}
      <TextLink to={`${root}/${page}`} onClick={onLeave} inherit>
        {place}
      </TextLink>
      .
    </Text>
  );
}
