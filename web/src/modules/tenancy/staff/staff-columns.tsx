import { type Role, roleName } from '@samay/contract/core/roles';
import { formatDate, formatInstant, indiaDate } from '@samay/contract/core/time';
import type { StaffRow, StaffRow as Row } from '@samay/contract/tenancy/staff';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { LongText } from '../../../ui/layout/long-text.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { RowButton, RowButtons } from '../../../ui/table/row-button.tsx';
import classes from './staff-columns.module.css';
import type { StaffActions } from './use-staff-actions.tsx';
import { getName, staffWording } from './wording.ts';

/**
 * Returns the columns of the list of members and invitations. `givable` are the roles that the user
 * may give; if there are none, there are no actions.
 */
export function staffColumns(actions: StaffActions, givable: readonly Role[]): readonly Column<Row>[] {
  const isWriter = givable.length > 0;
  return [
    {
      name: 'User',
      width: 'minmax(12.5rem, 2fr)',
      place: 'title',
      cell: (row) => (
        <span className={classes.two}>
          <LongText text={row.isSelf ? `${getName(row)} (you)` : getName(row)} strong />
          {row.name && <LongText text={row.email} />}
        </span>
      ),
    },
    {
      name: 'Role',
      width: '11.25rem',
      cell: (row) =>
        row.may.changeRole ? (
          <RoleSelect row={row} givable={givable} onChange={(role) => actions.changeRole(row, role)} />
        ) : (
          <RoleName row={row} isWriter={isWriter} />
        ),
    },
    {
      name: 'Status',
      width: '8.25rem',
      place: 'corner',
      cell: ({ status, invitation }) => (
        <span className={classes.two}>
          <Badge
            tone={status === 'active' ? 'good' : 'attention'}
            text={status === 'active' ? 'Active' : 'Pending'}
            icon={status === 'active' ? IconCircleCheck : IconClock}
          />
          {invitation && <Expiry invitation={invitation} />}
        </span>
      ),
    },
    {
      name: 'Date Added',
      width: '7rem',
      cell: ({ addedAt }) => (
        <span title={formatInstant(addedAt)}>{formatDate(indiaDate(new Date(addedAt)))}</span>
      ),
    },
    ...(isWriter
      ? [
          {
            name: 'Actions',
            width: '10.75rem',
            place: 'foot' as const,
            cell: (row: Row) => <Actions row={row} actions={actions} />,
          },
        ]
      : []),
  ];
}

function RoleName({ row, isWriter }: { row: Row; isWriter: boolean }) {
  const why = isWriter && row.status === 'pending' ? staffWording.pendingRole : undefined;
  return <span title={why}>{roleName[row.role]}</span>;
}

function Expiry({ invitation }: { invitation: NonNullable<Row['invitation']> }) {
  const day = formatDate(indiaDate(new Date(invitation.expiresAt)));
  return (
    <span title={formatInstant(invitation.expiresAt)}>
      {invitation.isExpired ? `Expired ${day}` : `Until ${day}`}
    </span>
  );
}

function Actions({ row, actions }: { row: Row; actions: StaffActions }) {
  const who = getName(row);
  return (
    <RowButtons>
      {row.may.resend && (
        <RowButton label={`Send again to ${who}`} onClick={() => actions.resend(row)}>
          Send again
        </RowButton>
      )}
      {row.may.cancel && (
        <RowButton isDestructive label={`Cancel ${who}`} onClick={() => actions.cancel(row)}>
          Cancel
        </RowButton>
      )}
      {row.may.remove && (
        <RowButton isDestructive label={`Remove ${who}`} onClick={() => actions.remove(row)}>
          Remove
        </RowButton>
      )}
    </RowButtons>
  );
}

interface RoleSelectProps {
  row: StaffRow;
  givable: readonly Role[];
  /**
   * Called when another role is selected. The select keeps showing the current role until the
   * change is saved.
   */
  onChange: (role: Role) => void;
}

/**
 * Renders a select of the roles that may be given, and of the current role if it is not among them.
 */
function RoleSelect({ row, givable, onChange }: RoleSelectProps) {
  const roles = givable.includes(row.role) ? givable : [row.role, ...givable];
  return (
    <ChoiceSelect
      aria-label={`Role of ${getName(row)}`}
      value={row.role}
      data={roles.map((role) => ({ value: role, label: roleName[role] }))}
      onChange={(chosen) => onChange(chosen as Role)}
    />
  );
}
