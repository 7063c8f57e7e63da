import type { StaffRow } from '@samay/contract/tenancy/staff';
import { ChangeDialog } from './change-dialogs.tsx';
import { useStaffSource } from './staff-source.tsx';
import { wording } from './wording.ts';

/** Takes an invitation back, after a question. */
export function CancelDialog({ row, onClose }: { row: StaffRow; onClose: () => void }) {
  const source = useStaffSource();
  return (
    <ChangeDialog
      title={`Cancel invitation · ${row.email}`}
      question={wording.cancelQuestion}
      yes="Cancel invitation"
      no="Keep invitation"
      done={`Invitation of ${row.email} cancelled`}
      failed={wording.cancelFailed}
      change={() => source.cancel(row.id)}
      onClose={onClose}
    />
  );
}
