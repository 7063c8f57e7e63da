import {
  addExpense,
  closeDrawer,
  countDrawer,
  countOpening,
  type Drawer,
  type DrawerClose,
  moveCash,
} from '@samay/contract/ledger/drawers';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatRupees } from '@samay/contract/core/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../lib/api/api.ts';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { refreshDrawers } from './api.ts';

/** Cash that the user notes in the drawer and that belongs to no booking. */
export type EntryKind = 'expense' | 'cash_in' | 'cash_out';

interface Entry {
  kind: EntryKind;
  paise: number;
  reason: string;
  belowZero?: true;
}

/** Notes an expense of the user's drawer, cash in or cash out, or reverts one by an amount below 0. */
export function useAddEntry() {
  const client = useQueryClient();
  const once = useOnceKey();
  return useMutation({
    mutationFn: async ({ kind, ...body }: Entry) => {
      const idempotencyKey = once.getKey({ kind, ...body });
      if (kind === 'expense') return call(addExpense, { body, idempotencyKey });
      return call(moveCash, { body: { kind, ...body }, idempotencyKey });
    },
    onSuccess: (_, { paise, reason }) => {
      once.forget();
      toastDone(`${reason}, ${formatRupees(Math.abs(paise))}: ${paise > 0 ? 'noted' : 'taken back'}`);
    },
    onSettled: () => refreshDrawers(client),
  });
}

/** Says what was counted in a drawer at its opening. */
export function useCountOpening() {
  const client = useQueryClient();
  const once = useOnceKey();
  return useMutation({
    mutationFn: (body: BodyInput<typeof countOpening>) =>
      call(countOpening, { body, idempotencyKey: once.getKey(body) }),
    onSuccess: () => {
      once.forget();
      toastDone('Opening counted');
    },
    onSettled: () => refreshDrawers(client),
  });
}

/** Says what was counted, and hands on the drawer with its cash. */
export function useCountDrawer(onCounted: (drawer: Drawer) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof countDrawer>) => call(countDrawer, { body }),
    onSuccess: onCounted,
    onError: () => refreshDrawers(client),
  });
}

/**
 * Closes a drawer. If it has changed in between, the server refuses, and it is fetched again for
 * inspection.
 */
export function useCloseDrawer(onClosed: (close: DrawerClose) => void) {
  const client = useQueryClient();
  const once = useOnceKey();
  return useMutation({
    mutationFn: (body: BodyInput<typeof closeDrawer>) =>
      call(closeDrawer, { body, idempotencyKey: once.getKey(body) }),
    onSuccess: (close) => {
      once.forget();
      onClosed(close);
    },
    onSettled: () => refreshDrawers(client),
  });
}

/**
 * Returns a function that gives consecutive equal bodies one idempotency key, so that a retry after
 * a lost reply writes nothing twice. `forget` starts again after a reply.
 */
function useOnceKey(): { getKey: (body: object) => string; forget: () => void } {
  const last = useRef({ text: '', key: '' });
  return {
    getKey: (body) => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget: () => {
      last.current = { text: '', key: '' };
    },
  };
}
