import { type Role, roleName } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { ChangeDialog } from './change-dialogs.tsx';
import { useStaffSource } from './staff-source.tsx';
import { nameOf, wording } from './wording.ts';

/** Gives a person another role, after a question: what they see changes at once. */
export function RoleDialog({ row, role, onClose }: { row: StaffRow; role: Role; onClose: () => void }) {
  const source = useStaffSource();
  return (
    <ChangeDialog
      title={`Change role · ${nameOf(row)}`}
      question={`Change the role from ${roleName[row.role]} to ${roleName[role]}? The change takes effect immediately.`}
      yes="Change role"
      no="Keep role"
      done={`${nameOf(row)} is now ${roleName[role]}`}
      failed={wording.roleFailed}
      change={() => source.changeRole(row.id, { role })}
      onClose={onClose}
    />
  );
}
