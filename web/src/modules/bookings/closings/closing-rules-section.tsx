import { Switch } from '@mantine/core';
import { type ClosingRules, setClosingRules } from '@samay/contract/bookings/closings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { useAppointmentWording } from '../wording.ts';
import { closingRules } from './api.ts';

/** Renders the setting of the roles that may close a day. */
export function ClosingRulesSection() {
  const { businessType, bookings } = useAppointmentWording();
  const others = businessType === 'turf' ? '' : ', a doctor their own hours';
  return (
    <LoadedSection
      title="Closing a day"
      hint={
        `When a ${businessType === 'turf' ? 'court' : 'doctor'} is not there: hours are closed, and their ` +
        `${bookings} moved or cancelled. Owners always may${others}.`
      }
      query={closingRules}
      failed="Failed to load this setting"
    >
      {(rules) => <EmployeesSwitch rules={rules} />}
    </LoadedSection>
  );
}

/**
 * Renders the switch, which shows the new value immediately and the server's again after an error.
 */
function EmployeesSwitch({ rules }: { rules: ClosingRules }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const change = useMutation({
    mutationFn: (employees: boolean) => call(setClosingRules, { body: { employees } }),
    onSuccess: (saved) => {
      client.setQueryData(closingRules.queryKey, saved);
      toastDone(saved.employees ? 'Employees may close a day' : 'Employees may no longer close a day');
    },
  });
  return (
    <>
      <Switch
        label="Employees may close a day"
        checked={change.isPending ? change.variables : rules.employees}
        disabled={tenant?.suspended === true}
        onChange={({ currentTarget: { checked } }) => {
          if (!change.isPending) change.mutate(checked);
        }}
      />
      {change.isError && (
        <FailureNotice text={errorText(change.error, 'Your changes could not be saved. Please try again.')} />
      )}
    </>
  );
}
