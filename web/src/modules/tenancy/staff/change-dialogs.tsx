import { type Role, roleName } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { refreshStaff } from './api.ts';
import { useStaffSource } from './staff-source.tsx';
import { changeFailed, getName, staffWording } from './wording.ts';

interface ChangeDialogProps {
  /** The member or invitation. */
  id: string;
  title: string;
  question: string;
  yes: string;
  no: string;
  /** The toast after the change. */
  done: string;
  /** The message of a failed request. */
  failed: string;
  isDestructive?: boolean;
  change: () => Promise<unknown>;
  onClose: () => void;
}

/**
 * Confirms and sends a change of a member or invitation, then refetches the list. An error is shown
 * in the dialog.
 */
function ChangeDialog(props: ChangeDialogProps) {
  const { id, title, question, yes, no, done, failed, isDestructive = true, change, onClose } = props;
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: () => {
      toastDone(done);
      onClose();
    },
    onSettled: (_, error) => void refreshStaff(client, error ? undefined : id),
  });
  return (
    <ConfirmDialog
      opened
      title={title}
      question={question}
      yes={yes}
      no={no}
      isDestructive={isDestructive}
      busy={mutation.isPending}
      error={mutation.isError ? changeFailed(mutation.error, failed) : null}
      onYes={() => mutation.mutate()}
      onNo={onClose}
    />
  );
}

/** Confirms the cancellation of an invitation. */
export function CancelDialog({ row, onClose }: { row: StaffRow; onClose: () => void }) {
  const source = useStaffSource();
  return (
    <ChangeDialog
      id={row.id}
      title={`Cancel invitation · ${row.email}`}
      question={staffWording.cancelQuestion}
      yes="Cancel invitation"
      no="Keep invitation"
      done={`Invitation of ${row.email} cancelled`}
      failed={staffWording.cancelFailed}
      change={() => source.cancel(row.id)}
      onClose={onClose}
    />
  );
}

/** Confirms the removal of a member. */
export function RemoveDialog({ row, onClose }: { row: StaffRow; onClose: () => void }) {
  const source = useStaffSource();
  return (
    <ChangeDialog
      id={row.id}
      title={`Remove user · ${getName(row)}`}
      question={staffWording.removeQuestion}
      yes="Remove user"
      no="Keep user"
      done={`${getName(row)} removed`}
      failed={staffWording.removeFailed}
      change={() => source.remove(row.id)}
      onClose={onClose}
    />
  );
}

/** Confirms a new role, which takes effect immediately. */
export function RoleDialog({ row, role, onClose }: { row: StaffRow; role: Role; onClose: () => void }) {
  const source = useStaffSource();
  return (
    <ChangeDialog
      id={row.id}
      title={`Change role · ${getName(row)}`}
      question={
        `Change the role from ${roleName[row.role]} to ${roleName[role]}? ` +
        'The change takes effect immediately.'
      }
      yes="Change role"
      no="Keep role"
      isDestructive={false}
      done={`${getName(row)} is now ${roleName[role]}`}
      failed={staffWording.roleFailed}
      change={() => source.changeRole(row.id, { role })}
      onClose={onClose}
    />
  );
}
