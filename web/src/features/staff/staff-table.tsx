import type { Role } from '@samay/contract/roles';
import type { StaffRow as Row } from '@samay/contract/staff';
import { StaffRow } from './staff-row.tsx';
import classes from './staff-table.module.css';
import { useStaffActions } from './use-staff-actions.tsx';
import { wording } from './wording.ts';

interface StaffTableProps {
  rows: readonly Row[];
  /** The roles that may be given here; without any, nothing may be changed. */
  givable: readonly Role[];
  /** The rows of other words, shown until the new ones come. */
  isStale: boolean;
}

/** A table on a desk, cards on a phone, from one and the same markup. Who may change nothing has no Actions. */
export function StaffTable({ rows, givable, isStale }: StaffTableProps) {
  const { actions, dialogs } = useStaffActions();
  const isWriter = givable.length > 0;
  const names = ['User', 'Role', 'Status', 'Date Added', ...(isWriter ? ['Actions'] : [])];
  return (
    <div className={classes.frame} data-stale={isStale || undefined}>
      <div role="table" aria-label={wording.title} aria-busy={isStale} className={classes.table} data-writer={isWriter || undefined}>
        <div role="rowgroup" className={classes.header}>
          <div role="row" className={classes.headerRow}>
            {names.map((name) => (
              <span key={name} role="columnheader">
                {name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {rows.map((row) => (
            <StaffRow key={row.id} row={row} actions={actions} givable={givable} />
          ))}
        </div>
      </div>
      {dialogs}
    </div>
  );
}
