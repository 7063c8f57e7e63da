import type { StaffRow } from '@samay/contract/tenancy/staff';
import { ChangeDialog } from './change-dialogs.tsx';
import { useStaffSource } from './staff-source.tsx';
import { nameOf, wording } from './wording.ts';

/** Takes a person out of the business, after a question. */
export function RemoveDialog({ row, onClose }: { row: StaffRow; onClose: () => void }) {
  const source = useStaffSource();
  return (
    <ChangeDialog
      title={`Remove user · ${nameOf(row)}`}
      question={wording.removeQuestion}
      yes="Remove user"
      no="Keep user"
      done={`${nameOf(row)} removed`}
      failed={wording.removeFailed}
      change={() => source.remove(row.id)}
      onClose={onClose}
    />
  );
}
