import { formatCount } from '@samay/contract/core/money';
import {
  changeTenantPlan,
  changeTenantStatus,
  type TenantLine,
  type TenantStatus,
} from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { planTerms, refreshPlatform } from '../api.ts';
import { planName, tenantStatusName } from '../wording.ts';
import { statusAction, statusMeaning } from './wording.ts';

export type Change = { readonly plan: PlanId } | { readonly status: TenantStatus };

interface ChangeTenantDialogProps {
  tenant: TenantLine;
  change: Change;
  onClose: () => void;
}

/** Confirms a change of plan or status, and explains its effect on the business. */
export function ChangeTenantDialog({ tenant, change, onClose }: ChangeTenantDialogProps) {
  const client = useQueryClient();
  const { data } = useQuery(planTerms());
  const save = useMutation({
    mutationFn: () => send(tenant.id, change),
    onSuccess: (changed) => {
      const now =
        'plan' in change ? `on ${planName[change.plan]}` : tenantStatusName[change.status].toLowerCase();
      toastDone(`${changed.name} is now ${now}`);
      onClose();
    },
    onSettled: () => void refreshPlatform(client),
  });
  const limit =
    'plan' in change ? data?.plans.find(({ id }) => id === change.plan)?.appointmentLimit : undefined;
  return (
    <ConfirmDialog
      opened
      title={'plan' in change ? 'Change plan' : 'Change status'}
      question={formatQuestion(tenant, change, limit)}
      yes={'plan' in change ? `Change to ${planName[change.plan]}` : statusAction[change.status]}
      no={'plan' in change ? 'Keep plan' : 'Keep status'}
      busy={save.isPending}
      error={save.isError ? errorText(save.error, 'Failed to save the change') : null}
      onYes={() => save.mutate()}
      onNo={onClose}
    />
  );
}

function send(id: string, change: Change): Promise<TenantLine> {
  if ('plan' in change) return call(changeTenantPlan, { params: { id }, body: { plan: change.plan } });
  return call(changeTenantStatus, { params: { id }, body: { status: change.status } });
}

function formatQuestion({ name, planId }: TenantLine, change: Change, limit: number | undefined): string {
  if ('status' in change)
    return (
      `Change the status of ${name} to ${tenantStatusName[change.status]}? ` + statusMeaning[change.status]
    );
  const from = planId === null ? '' : ` from ${planName[planId]}`;
  const counts =
    limit === undefined ? '' : ` From now on ${formatCount(limit)} bookings a month can be made.`;
  return (
    `Move ${name}${from} to ${planName[change.plan]}?${counts} Bookings of this month still ` +
    'count. Nothing is charged.'
  );
}
