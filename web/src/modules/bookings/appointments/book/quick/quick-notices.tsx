import { useAppointmentWording } from '../../../wording.ts';
import { valuesAt } from '../model/quick-values.ts';
import { askedTime } from '../times/time-choices.ts';
import { PlanFullNotice, TimeWarnings } from '../times/time-warnings.tsx';
import type { QuickForm } from './use-quick-form.ts';

/**
 * Says how many places of the plan are left, and of a walk-in that the doctor or court is closed.
 * It can be booked nevertheless.
 */
export function QuickNotices({ form: { values, start, starts } }: { form: QuickForm }) {
  const hasDoctor = useAppointmentWording().businessType === 'doctor';
  if (!start) return null;
  const at = askedTime(valuesAt(values, start), starts.choicesAt(start), { hasDoctor });
  const asked = { ...at, ...(start.isNow && { walkIn: 'yes' as const }) };
  return (
    <>
      <PlanFullNotice asked={asked} />
      {asked.walkIn && <TimeWarnings asked={asked} />}
    </>
  );
}
