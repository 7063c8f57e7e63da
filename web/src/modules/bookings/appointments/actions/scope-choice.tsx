import { Radio, Stack } from '@mantine/core';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatCount } from '@samay/contract/core/money';
import { wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { seriesCount } from '../series-count.ts';

/** The bookings of a series that a change applies to. */
export type SeriesScope = 'one' | 'following' | 'all';

interface ScopeChoiceProps {
  /** The id of the booking that is changed. */
  id: string;
  businessType: BusinessType;
  value: SeriesScope;
  onChange: (scope: SeriesScope) => void;
}

/** Asks which bookings of a series a change applies to, and shows their number. */
export function ScopeChoice({ id, businessType, value, onChange }: ScopeChoiceProps) {
  const { booking, bookings } = wording[businessType];
  const { data } = useQuery(seriesCount(id));
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${formatCount(count)})`;
  return (
    <Radio.Group
      label={`This ${booking} repeats`}
      description="What is past, has arrived or has begun stays as it is."
      value={value}
      onChange={onChange}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="one" label={`This ${booking}`} />
        <Radio value="following" label={counted(`This and the following ${bookings}`, data?.following)} />
        <Radio value="all" label={counted(`All ${bookings} to come`, data?.all)} />
      </Stack>
    </Radio.Group>
  );
}
