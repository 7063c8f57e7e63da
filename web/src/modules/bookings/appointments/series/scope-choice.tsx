import { Radio, Stack } from '@mantine/core';
import type { BusinessType } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';

/** Which bookings of a series a change is for. */
export type SeriesScope = 'one' | 'following' | 'all';

interface ScopeChoiceProps {
  businessType: BusinessType;
  value: SeriesScope;
  onChange: (scope: SeriesScope) => void;
}

/** Asks which bookings of a series a change is for. */
export function ScopeChoice({ businessType, value, onChange }: ScopeChoiceProps) {
  const { booking, bookings } = wording[businessType];
  return (
    <Radio.Group label={`This ${booking} repeats`} value={value} onChange={onChange}>
      <Stack gap="xs" mt={4}>
        <Radio value="one" label={`This ${booking}`} />
        <Radio value="following" label={`This and the following ${bookings}`} />
        <Radio value="all" label={`All ${bookings} of it`} />
      </Stack>
    </Radio.Group>
  );
}
