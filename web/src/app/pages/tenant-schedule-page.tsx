import { Stack } from '@mantine/core';
import { BusinessSelect } from '../../modules/platform/business-select.tsx';
import { ScheduleDays } from '../../modules/desk/schedule/schedule-days.tsx';
import type { ScheduleParameters } from '../../modules/desk/schedule/use-shown-place.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ScreenHead } from '../../ui/layout/screen-head.tsx';

interface TenantSchedulePageProps {
  business: string | undefined;
  place: ScheduleParameters;
  onChange: (next: ScheduleParameters & { readonly business?: string | undefined }) => void;
}

/** Asks a super admin to choose a business, then renders its calendar, read only. */
export function TenantSchedulePage({ business, place, onChange }: TenantSchedulePageProps) {
  return (
    <Stack gap="md">
      <ScreenHead
        title="Schedule"
        hint="Read only, without names. The business sees in its audit log that you viewed this, and why."
      />
      <BusinessSelect
        label="Business"
        placeholder="Choose a business"
        value={business}
        onChange={(id) => onChange({ ...place, business: id ?? undefined })}
      />
      {business === undefined ? (
        <EmptyState
          text="Choose a business first"
          hint="Its calendar is shown here, and nothing can be changed."
        />
      ) : (
        <ScheduleDays
          key={business}
          of={business}
          place={place}
          onPlaceChange={(next) => onChange({ ...next, business })}
        />
      )}
    </Stack>
  );
}
