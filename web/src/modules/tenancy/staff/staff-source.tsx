import * as platform from '@samay/contract/platform/tenant-staff';
import type { BodyInput, QueryInput } from '@samay/contract/core/endpoint';
import * as own from '@samay/contract/tenancy/staff';
import { createContext, useContext } from 'react';
import { call } from '../../../lib/api/api.ts';

type Query = QueryInput<typeof own.listStaff>;
type Invitation = BodyInput<typeof own.inviteStaff>;
type NewRole = BodyInput<typeof own.changeRole>;

/** The business whose staff is shown, with the requests that read and change it. */
export interface StaffSource {
  /**
   * The start of its query keys, which is the name of the topic that the server announces for
   * changes of staff.
   */
  readonly key: readonly string[];
  /** The id of the business that a super admin manages; undefined for the user's own. */
  readonly tenantId?: string;
  list(query: Query, signal: AbortSignal): Promise<own.StaffPage>;
  invite(body: Invitation): Promise<own.StaffRow>;
  resend(id: string): Promise<own.StaffRow>;
  cancel(id: string): Promise<unknown>;
  changeRole(id: string, body: NewRole): Promise<own.StaffRow>;
  remove(id: string): Promise<unknown>;
}

export const ownStaff: StaffSource = {
  key: ['staff'],
  list: (query, signal) => call(own.listStaff, { query, signal }),
  invite: (body) => call(own.inviteStaff, { body }),
  resend: (id) => call(own.resendInvitation, { params: { id } }),
  cancel: (id) => call(own.cancelInvitation, { params: { id } }),
  changeRole: (id, body) => call(own.changeRole, { params: { id }, body }),
  remove: (id) => call(own.removeMember, { params: { id } }),
};

/** Returns the staff of any business, for a super admin. */
export function getStaff(tenantId: string): StaffSource {
  const at = (id: string) => ({ tenantId, id });
  return {
    key: ['staff', tenantId],
    tenantId,
    list: (query, signal) => call(platform.listTenantStaff, { params: { tenantId }, query, signal }),
    invite: (body) => call(platform.inviteTenantStaff, { params: { tenantId }, body }),
    resend: (id) => call(platform.resendTenantInvitation, { params: at(id) }),
    cancel: (id) => call(platform.cancelTenantInvitation, { params: at(id) }),
    changeRole: (id, body) => call(platform.changeTenantRole, { params: at(id), body }),
    remove: (id) => call(platform.removeTenantMember, { params: at(id) }),
  };
}

const SourceContext = createContext(ownStaff);

export const StaffSourceProvider = SourceContext;

export function useStaffSource(): StaffSource {
  return useContext(SourceContext);
}
