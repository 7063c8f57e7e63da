import type { Role } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { refreshStaff } from './api.ts';
import { CancelDialog, RemoveDialog, RoleDialog } from './change-dialogs.tsx';
import { useStaffSource } from './staff-source.tsx';
import { changeFailed, staffWording } from './wording.ts';

/** The actions on a row. The row's `may` decides which are offered. */
export interface StaffActions {
  resend(row: StaffRow): void;
  cancel(row: StaffRow): void;
  remove(row: StaffRow): void;
  changeRole(row: StaffRow, role: Role): void;
}

type Open =
  | { readonly dialog: 'cancel' | 'remove'; readonly row: StaffRow }
  | { readonly dialog: 'role'; readonly row: StaffRow; readonly role: Role };

/** Returns the actions and their confirmation dialogs. */
export function useStaffActions(): { actions: StaffActions; dialogs: ReactNode } {
  const client = useQueryClient();
  const source = useStaffSource();
  const [open, setOpen] = useState<Open | null>(null);
  const actions = useMemo<StaffActions>(() => {
    async function resend({ id, email }: StaffRow): Promise<void> {
      let sent: StaffRow | undefined;
      try {
        sent = await source.resend(id);
        toastDone(`Invitation sent again to ${email}`);
      } catch (error) {
        toastFailed(changeFailed(error, staffWording.sendFailed));
      } finally {
        void refreshStaff(client, sent?.id);
      }
    }
    return {
      resend: (row) => void resend(row),
      cancel: (row) => setOpen({ dialog: 'cancel', row }),
      remove: (row) => setOpen({ dialog: 'remove', row }),
      changeRole: (row, role) => setOpen({ dialog: 'role', row, role }),
    };
  }, [client, source]);
  return { actions, dialogs: open && renderDialog(open, () => setOpen(null)) };
}

function renderDialog(open: Open, onClose: () => void): ReactNode {
  if (open.dialog === 'role') return <RoleDialog row={open.row} role={open.role} onClose={onClose} />;
  if (open.dialog === 'cancel') return <CancelDialog row={open.row} onClose={onClose} />;
  return <RemoveDialog row={open.row} onClose={onClose} />;
}
