import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { type Role, roleName } from '@samay/contract/roles';
import type { StaffRow as Row } from '@samay/contract/staff';
import { formatDate, formatInstant, indiaDate } from '@samay/contract/time';
import { Badge } from '../../ui/badge.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { RoleSelect } from './role-select.tsx';
import classes from './staff-row.module.css';
import type { StaffActions } from './use-staff-actions.tsx';
import { nameOf, wording } from './wording.ts';

interface StaffRowProps {
  row: Row;
  actions: StaffActions;
  /** The roles that may be given here; without any, nothing may be changed. */
  givable: readonly Role[];
}

/** One person, or one invitation that waits for its person. */
export function StaffRow({ row, actions, givable }: StaffRowProps) {
  const isWriter = givable.length > 0;
  const { name, email, status, addedAt, may } = row;
  return (
    <div role="row" className={classes.row}>
      <div role="cell" className={classes.user}>
        <LongText text={row.isSelf ? `${nameOf(row)} (you)` : nameOf(row)} strong />
        {name && <LongText text={email} />}
      </div>
      <div role="cell" className={classes.role}>
        {may.changeRole ? (
          <RoleSelect row={row} givable={givable} onChange={(role) => actions.changeRole(row, role)} />
        ) : (
          <RoleName row={row} isWriter={isWriter} />
        )}
      </div>
      <div role="cell" className={classes.status}>
        <Badge
          tone={status === 'active' ? 'good' : 'attention'}
          text={status === 'active' ? 'Active' : 'Pending'}
          icon={status === 'active' ? IconCircleCheck : IconClock}
        />
        {row.invitation && <Expiry invitation={row.invitation} />}
      </div>
      <div role="cell" className={classes.added} title={formatInstant(addedAt)}>
        <span className={classes.label} aria-hidden>
          Added
        </span>{' '}
        {formatDate(indiaDate(new Date(addedAt)))}
      </div>
      {isWriter && (
        <div role="cell" className={classes.actions}>
          <Actions row={row} actions={actions} />
        </div>
      )}
    </div>
  );
}

function RoleName({ row, isWriter }: { row: Row; isWriter: boolean }) {
  const why = isWriter && row.status === 'pending' ? wording.pendingRole : undefined;
  return <span title={why}>{roleName[row.role]}</span>;
}

function Expiry({ invitation }: { invitation: NonNullable<Row['invitation']> }) {
  const day = formatDate(indiaDate(new Date(invitation.expiresAt)));
  return (
    <span className={classes.minor} title={formatInstant(invitation.expiresAt)}>
      {invitation.isExpired ? `Expired ${day}` : `Until ${day}`}
    </span>
  );
}

function Actions({ row, actions }: Pick<StaffRowProps, 'row' | 'actions'>) {
  const who = nameOf(row);
  return (
    <>
      {row.may.resend && (
        <button type="button" className={classes.button} aria-label={`Send again to ${who}`} onClick={() => actions.resend(row)}>
          Send again
        </button>
      )}
      {row.may.cancel && (
        <button type="button" className={classes.button} data-grave aria-label={`Cancel ${who}`} onClick={() => actions.cancel(row)}>
          Cancel
        </button>
      )}
      {row.may.remove && (
        <button type="button" className={classes.button} data-grave aria-label={`Remove ${who}`} onClick={() => actions.remove(row)}>
          Remove
        </button>
      )}
    </>
  );
}
