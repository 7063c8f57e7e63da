import { PlanFullNotice, TimeWarnings, type TimeWarningsProps } from '../times/time-warnings.tsx';

/**
 * Says how many places of the plan are left, and of a walk-in that the doctor or court is closed.
 * It can be booked nevertheless.
 */
export function QuickNotices({ asked }: TimeWarningsProps) {
  return (
    <>
      <PlanFullNotice asked={asked} />
      {asked.walkIn && <TimeWarnings asked={asked} />}
    </>
  );
}
