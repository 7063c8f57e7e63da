import { daysUntilErased } from '@samay/contract/platform/tenants';
import {
  deleteUser,
  endUserSessions,
  type PlatformUser,
  removeUserFactor,
  restoreUser,
} from '@samay/contract/platform/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { refreshPlatform } from '../api.ts';

export interface UserActions {
  endSessions(user: PlatformUser): void;
  removeFactor(user: PlatformUser): void;
  remove(user: PlatformUser): void;
  restore(user: PlatformUser): void;
}

interface Open {
  readonly action: 'endSessions' | 'removeFactor' | 'remove';
  readonly user: PlatformUser;
}

/** Returns the actions on a user with their confirmation dialogs. */
export function useUserActions(): { actions: UserActions; dialogs: ReactNode } {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);

  async function restore(user: PlatformUser): Promise<void> {
    try {
      await call(restoreUser, { params: { id: user.id } });
      toastDone(`${getName(user)} is restored`);
    } catch (error) {
      toastFailed(errorText(error, 'Failed to restore the user'));
    } finally {
      void refreshPlatform(client);
    }
  }

  const actions: UserActions = {
    endSessions: (user) => setOpen({ action: 'endSessions', user }),
    removeFactor: (user) => setOpen({ action: 'removeFactor', user }),
    remove: (user) => setOpen({ action: 'remove', user }),
    restore: (user) => void restore(user),
  };
  return { actions, dialogs: open && <UserDialog {...open} onClose={() => setOpen(null)} /> };
}

interface Words {
  readonly title: string;
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  readonly done: string;
  readonly failed: string;
}

const wordsOf: Record<Open['action'], (who: string) => Words> = {
  endSessions: (who) => ({
    title: 'Sign out everywhere',
    question: `Sign ${who} out on all their devices? They can sign in again.`,
    yes: 'Sign out',
    no: 'Keep signed in',
    done: `${who} is signed out everywhere`,
    failed: 'Failed to sign the user out',
  }),
  removeFactor: (who) => ({
    title: 'Lost phone',
    question:
      `Remove two-step verification of ${who}? Make sure first that it is really them who ` +
      'ask. They are signed out and told by email, sign in with their password, and set it ' +
      'up again.',
    yes: 'Remove',
    no: 'Keep it',
    done: `${who} can sign in with the password alone`,
    failed: 'Failed to remove two-step verification',
  }),
  remove: (who) => ({
    title: 'Delete user',
    question:
      `Are you sure you want to delete ${who}? They are signed out and cannot sign in. ` +
      `For ${daysUntilErased} days they can be restored; ` +
      'after that their account is erased permanently.',
    yes: 'Delete',
    no: 'Keep user',
    done: `${who} is deleted. They can be restored for ${daysUntilErased} days.`,
    failed: 'Failed to delete the user',
  }),
};

const endpoints = { endSessions: endUserSessions, removeFactor: removeUserFactor, remove: deleteUser };

function UserDialog({ action, user, onClose }: Open & { onClose: () => void }) {
  const client = useQueryClient();
  const { title, question, yes, no, done, failed } = wordsOf[action](getName(user));
  const act = useMutation({
    mutationFn: () => call(endpoints[action], { params: { id: user.id } }),
    onSuccess: () => {
      toastDone(done);
      onClose();
    },
    onSettled: () => void refreshPlatform(client),
  });
  return (
    <ConfirmDialog
      opened
      title={title}
      question={question}
      yes={yes}
      no={no}
      busy={act.isPending}
      error={act.isError ? errorText(act.error, failed) : null}
      onYes={() => act.mutate()}
      onNo={onClose}
    />
  );
}

function getName({ name, email }: PlatformUser): string {
  return name ?? email;
}
