import { Checkbox, Textarea } from '@mantine/core';
import { giveReason } from '@samay/contract/audit/support-access';
import { formatCount } from '@samay/contract/core/money';
import {
  changeTenantPlan,
  changeTenantStatus,
  type TenantLine,
  type TenantStatus,
} from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
  const [told, setTold] = useState<Suspension>({ reason: '', untilPaid: false });
  const isSuspending = 'status' in change && change.status === 'suspended';
  const save = useMutation({
    mutationFn: () => (isSuspending ? suspend(tenant.id, told) : send(tenant.id, change)),
    onSuccess: (changed) => {
      const now =
        'plan' in change ? `on ${planName[change.plan]}` : tenantStatusName[change.status].toLowerCase();
      toastDone(`${changed.name} is now ${now}`);
      onClose();
    },
    onSettled: () => void refreshPlatform(client),
  });
  const getLimit = (plan: PlanId | null) => data?.plans.find(({ id }) => id === plan)?.appointmentLimit;
  const [before, limit] = 'plan' in change ? [getLimit(tenant.planId), getLimit(change.plan)] : [];
  return (
    <ConfirmDialog
      opened
      title={'plan' in change ? 'Change plan' : 'Change status'}
      question={formatQuestion(tenant, change, limit)}
      yes={'plan' in change ? `Change to ${planName[change.plan]}` : statusAction[change.status]}
      no={'plan' in change ? 'Keep plan' : 'Keep status'}
      isDestructive={isSuspending || (limit !== undefined && before !== undefined && limit < before)}
      isWaiting={isSuspending && told.reason.trim() === ''}
      busy={save.isPending}
      error={save.isError ? errorText(save.error, 'Failed to save the change') : null}
      onYes={() => save.mutate()}
      onNo={onClose}
    >
      {isSuspending && <SuspensionFields value={told} onChange={setTold} />}
    </ConfirmDialog>
  );
}

/** The text for the people of a suspended business. */
interface Suspension {
  readonly reason: string;
  readonly untilPaid: boolean;
}

interface SuspensionFieldsProps {
  value: Suspension;
  onChange: (value: Suspension) => void;
}

function SuspensionFields({ value, onChange }: SuspensionFieldsProps) {
  return (
    <>
      <Textarea
        label="Reason"
        description="Its people read it above every page, and in the audit log."
        required
        maxLength={200}
        rows={2}
        data-autofocus
        value={value.reason}
        onChange={(event) => onChange({ ...value, reason: event.currentTarget.value })}
      />
      <Checkbox
        label="A payment for a plan ends it"
        checked={value.untilPaid}
        onChange={(event) => onChange({ ...value, untilPaid: event.currentTarget.checked })}
      />
    </>
  );
}

/** Suspends with one reason, which is also that of the access to the business. */
async function suspend(id: string, { reason, untilPaid }: Suspension): Promise<TenantLine> {
  await call(giveReason, { params: { id }, body: { reason } });
  return call(changeTenantStatus, { params: { id }, body: { status: 'suspended', reason, untilPaid } });
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
