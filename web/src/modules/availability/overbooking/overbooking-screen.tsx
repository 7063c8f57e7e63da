import { Stack, Switch } from '@mantine/core';
import { type Overbooking, setOverbooking } from '@samay/contract/availability/overbooking';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
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

/**
 * Renders the switch, which shows the new value immediately and the server's again after an error.
 */
function OverbookingSwitch({ setting }: { setting: Overbooking }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const { booking } = useAvailabilityWording();
  const change = useMutation({
    mutationFn: (employees: boolean) => call(setOverbooking, { body: { employees } }),
    onSuccess: (saved) => {
      client.setQueryData(overbookingQuery.queryKey, saved);
      toastDone(
        saved.employees
          ? `Employees may book over another ${booking}`
          : `Employees may no longer book over another ${booking}`,
      );
    },
  });
  return (
    <>
      <Switch
        label={`Employees may book over another ${booking}`}
        checked={change.isPending ? change.variables : setting.employees}
        disabled={tenant?.suspended === true}
        onChange={({ currentTarget: { checked } }) => {
          if (!change.isPending) change.mutate(checked);
        }}
      />
      {change.isError && <FailureNotice text={errorText(change.error, notSaved)} />}
    </>
  );
}
