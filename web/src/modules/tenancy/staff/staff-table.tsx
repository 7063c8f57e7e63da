import type { Role } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { staffColumns } from './staff-columns.tsx';
import { useStaffActions } from './use-staff-actions.tsx';
import { wording } from './wording.ts';

interface StaffTableProps {
  rows: readonly StaffRow[];
  /** The roles that may be given here; without any, nothing may be changed. */
  givable: readonly Role[];
  /** The rows of other words, shown until the new ones come. */
  isStale: boolean;
}

/** The rows, and the dialogs of what may be done with them. */
export function StaffTable({ rows, givable, isStale }: StaffTableProps) {
  const { actions, dialogs } = useStaffActions();
  return (
    <>
      <DataTable label={wording.title} columns={staffColumns(actions, givable)} rows={rows} keyOf={({ id }) => id} isStale={isStale} />
      {dialogs}
    </>
  );
}
