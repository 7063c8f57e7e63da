import { daysUntilErased } from '@samay/contract/platform/tenants';
import { deleteUser, endUserSessions, type PlatformUser, restoreUser } from '@samay/contract/platform/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { refreshPlatform } from '../api.ts';

export interface UserActions {
  endSessions(user: PlatformUser): void;
  remove(user: PlatformUser): void;
  restore(user: PlatformUser): void;
}

interface Open {
  readonly action: 'endSessions' | 'remove';
  readonly user: PlatformUser;
}

/** The actions on a user with their confirmation dialogs. */
export function useUserActions(): { actions: UserActions; dialogs: ReactNode } {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);

  async function restore(user: PlatformUser): Promise<void> {
    try {
      await call(restoreUser, { params: { id: user.id } });
      toastDone(`${nameOf(user)} is restored`);
    } catch (error) {
      toastFailed(errorText(error, 'Failed to restore the user'));
    } finally {
      void refreshPlatform(client);
    }
  }

  const actions: UserActions = {
    endSessions: (user) => setOpen({ action: 'endSessions', user }),
    remove: (user) => setOpen({ action: 'remove', user }),
    restore: (user) => void restore(user),
  };
  return { actions, dialogs: open && <UserDialog {...open} onClose={() => setOpen(null)} /> };
}

function UserDialog({ action, user, onClose }: Open & { onClose: () => void }) {
  const client = useQueryClient();
  const who = nameOf(user);
  const isRemoval = action === 'remove';
  const act = useMutation({
    mutationFn: () => call(isRemoval ? deleteUser : endUserSessions, { params: { id: user.id } }),
    onSuccess: () => {
      toastDone(isRemoval ? `${who} is deleted. They can be restored for ${daysUntilErased} days.` : `${who} is signed out everywhere`);
      onClose();
    },
    onSettled: () => void refreshPlatform(client),
  });
  return (
    <ConfirmDialog
      opened
      title={isRemoval ? 'Delete user' : 'Sign out everywhere'}
      question={
        isRemoval
          ? `Are you sure you want to delete ${who}? They are signed out and cannot sign in. For ${daysUntilErased} days they can be restored; after that their account is erased permanently.`
          : `Sign ${who} out on all their devices? They can sign in again.`
      }
      yes={isRemoval ? 'Delete' : 'Sign out'}
      no={isRemoval ? 'Keep user' : 'Keep signed in'}
      busy={act.isPending}
      error={act.isError ? errorText(act.error, isRemoval ? 'Failed to delete the user' : 'Failed to sign the user out') : null}
      onYes={() => act.mutate()}
      onNo={onClose}
    />
  );
}

function nameOf({ name, email }: PlatformUser): string {
  return name ?? email;
}
