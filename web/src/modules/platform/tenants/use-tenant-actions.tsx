import {
  restoreTenant,
  type TenantLine,
  type TenantStatus,
  type TenantView,
} from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { refreshPlatform } from '../api.ts';
import { type Change, ChangeTenantDialog } from './change-tenant-dialog.tsx';
import { DeleteTenantDialog } from './delete-tenant-dialog.tsx';
import { FirstDaysDialog } from './first-days-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { TenantDialog } from './tenant-dialog.tsx';

export interface TenantActions {
  view(tenant: TenantLine): void;
  changePlan(tenant: TenantLine, plan: PlanId): void;
  changeStatus(tenant: TenantLine, status: TenantStatus): void;
  remove(tenant: TenantLine): void;
  restore(tenant: TenantLine): void;
}

type Open =
  | { readonly dialog: 'view' | 'delete'; readonly tenant: TenantLine }
  | { readonly dialog: 'limit'; readonly view: TenantView }
  | { readonly dialog: 'days'; readonly view: TenantView }
  | { readonly dialog: 'change'; readonly tenant: TenantLine; readonly change: Change };

/**
 * Returns the actions on a tenant with their confirmation dialogs. Restoring loses nothing, so it
 * asks for no confirmation.
 */
export function useTenantActions(): { actions: TenantActions; dialogs: ReactNode } {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);

  async function restore(tenant: TenantLine): Promise<void> {
    try {
      await call(restoreTenant, { params: { id: tenant.id } });
      toastDone(`${tenant.name} is restored`);
    } catch (error) {
      toastFailed(errorText(error, 'Failed to restore the tenant'));
    } finally {
      void refreshPlatform(client);
    }
  }

  const actions: TenantActions = {
    view: (tenant) => setOpen({ dialog: 'view', tenant }),
    changePlan: (tenant, plan) => setOpen({ dialog: 'change', tenant, change: { plan } }),
    changeStatus: (tenant, status) => setOpen({ dialog: 'change', tenant, change: { status } }),
    remove: (tenant) => setOpen({ dialog: 'delete', tenant }),
    restore: (tenant) => void restore(tenant),
  };
  return { actions, dialogs: open && renderDialog(open, setOpen) };
}

function renderDialog(open: Open, setOpen: (open: Open | null) => void): ReactNode {
  const onClose = () => setOpen(null);
  const onRaise = (view: TenantView) => setOpen({ dialog: 'limit', view });
  const onExtend = (view: TenantView) => setOpen({ dialog: 'days', view });
  if (open.dialog === 'days') return <FirstDaysDialog view={open.view} onClose={onClose} />;
  if (open.dialog === 'limit') return <LimitDialog view={open.view} onClose={onClose} />;
  if (open.dialog === 'change')
    return <ChangeTenantDialog tenant={open.tenant} change={open.change} onClose={onClose} />;
  if (open.dialog === 'view') {
    const { id, name } = open.tenant;
    return <TenantDialog id={id} name={name} onRaise={onRaise} onExtend={onExtend} onClose={onClose} />;
  }
  return <DeleteTenantDialog tenant={open.tenant} onClose={onClose} />;
}
