import { Stack } from '@mantine/core';
import { type Overbooking, setOverbooking } from '@samay/contract/availability/overbooking';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { SavedSwitch } from '../../../ui/form/saved-switch.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { overbookingQuery } from '../api.ts';
import { notSaved, useAvailabilityWording } from '../wording.ts';

interface OverbookingScreenProps {
  /** Further settings of the roles, below. */
  children?: ReactNode;
}

/** Renders the setting of the roles that may overbook. */
export function OverbookingScreen({ children }: OverbookingScreenProps) {
  const { booking, bookings, mayAlwaysOverbook } = useAvailabilityWording();
  return (
    <Stack gap="md" maw={760}>
      <ScreenHead title="Double bookings" hint={`Samay keeps ${bookings} apart: no time is given twice.`} />
      <LoadedSection
        title="Exceptions"
        hint={
          `With a reason, which the audit log shows beside the ${booking}. ` +
          `${mayAlwaysOverbook} always may.`
        }
        query={overbookingQuery}
        failed="Failed to load this setting"
      >
        {(setting) => <OverbookingSwitch setting={setting} />}
      </LoadedSection>
      {children}
    </Stack>
  );
}

function OverbookingSwitch({ setting }: { setting: Overbooking }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const { booking } = useAvailabilityWording();
  return (
    <SavedSwitch
      label={`Employees may book over another ${booking}`}
      checked={setting.employees}
      disabled={tenant?.suspended === true}
      failed={notSaved}
      save={async (employees) => {
        const saved = await call(setOverbooking, { body: { employees } });
        client.setQueryData(overbookingQuery.queryKey, saved);
        toastDone(
          saved.employees
            ? `Employees may book over another ${booking}`
            : `Employees may no longer book over another ${booking}`,
        );
      }}
    />
  );
}
