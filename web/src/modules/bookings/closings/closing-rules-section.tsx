import { type ClosingRules, setClosingRules } from '@samay/contract/bookings/closings';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { SavedSwitch } from '../../../ui/form/saved-switch.tsx';
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

function EmployeesSwitch({ rules }: { rules: ClosingRules }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  return (
    <SavedSwitch
      label="Employees may close a day"
      checked={rules.employees}
      disabled={tenant?.suspended === true}
      failed="Your changes could not be saved. Please try again."
      save={async (employees) => {
        const saved = await call(setClosingRules, { body: { employees } });
        client.setQueryData(closingRules.queryKey, saved);
        toastDone(saved.employees ? 'Employees may close a day' : 'Employees may no longer close a day');
      }}
    />
  );
}
