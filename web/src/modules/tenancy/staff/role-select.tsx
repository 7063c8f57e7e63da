import { type Role, roleName } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { nameOf } from './wording.ts';

interface RoleSelectProps {
  row: StaffRow;
  givable: readonly Role[];
  /** Another role was chosen; the select keeps showing the one that counts. */
  onChange: (role: Role) => void;
}

/** The roles that can be given here, and the person's own where it is none of them. */
export function RoleSelect({ row, givable, onChange }: RoleSelectProps) {
  const roles = givable.includes(row.role) ? givable : [row.role, ...givable];
  return (
    <ChoiceSelect
      aria-label={`Role of ${nameOf(row)}`}
      value={row.role}
      data={roles.map((role) => ({ value: role, label: roleName[role] }))}
      onChange={(chosen) => onChange(chosen as Role)}
    />
  );
}
