import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { BusinessType, Role } from '../core/roles.ts';
import { NewInvitation, StaffPage, StaffQuery, StaffRow } from '../tenancy/staff.ts';
import { Id } from '../core/text.ts';

// The staff of any business, for a super admin. The rules for its owners apply.

export const TenantStaffPage = StaffPage.extend({
  business: z.strictObject({ id: Id, name: z.string(), businessType: BusinessType.nullable() }),
});
export type TenantStaffPage = z.infer<typeof TenantStaffPage>;

const params = z.strictObject({ tenantId: Id, id: Id });

export const listTenantStaff = endpoint({
  method: 'GET',
  path: '/api/platform/tenants/:tenantId/staff',
  access: 'platform.manage',
  needsReason: true,
  summary:
    'The people of one business and its pending invitations, as its owner sees them, ' +
    "addresses masked. Noted in the business's own log with the reason.",
  params: z.strictObject({ tenantId: Id }),
  query: StaffQuery,
  reply: TenantStaffPage,
});

export const inviteTenantStaff = endpoint({
  method: 'POST',
  path: '/api/platform/tenants/:tenantId/staff/invitations',
  access: 'platform.manage',
  needsReason: true,
  summary: 'Invite an address into a business; as its owner, as long as the business is not set up.',
  params: z.strictObject({ tenantId: Id }),
  body: NewInvitation,
  reply: StaffRow,
  status: 201,
  assurance: 'aal2-when-enrolled',
});

export const resendTenantInvitation = endpoint({
  method: 'POST',
  path: '/api/platform/tenants/:tenantId/staff/invitations/:id/sending',
  access: 'platform.manage',
  needsReason: true,
  summary: 'Mail a pending invitation of a business again.',
  params,
  reply: StaffRow,
});

export const cancelTenantInvitation = endpoint({
  method: 'DELETE',
  path: '/api/platform/tenants/:tenantId/staff/invitations/:id',
  access: 'platform.manage',
  needsReason: true,
  summary: 'Revoke a pending invitation of a business.',
  params,
});

export const changeTenantRole = endpoint({
  method: 'PUT',
  path: '/api/platform/tenants/:tenantId/staff/:id/role',
  access: 'platform.manage',
  needsReason: true,
  summary: 'Change the role of a person of a business.',
  params,
  body: z.strictObject({ role: Role }),
  reply: StaffRow,
  assurance: 'aal2-when-enrolled',
});

export const removeTenantMember = endpoint({
  method: 'DELETE',
  path: '/api/platform/tenants/:tenantId/staff/:id',
  access: 'platform.manage',
  needsReason: true,
  summary: 'Remove a person from a business and end their sessions.',
  params,
  assurance: 'aal2-when-enrolled',
});
