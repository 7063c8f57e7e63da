import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { cancelInvitation } from './cancel.ts';
import { changeRole } from './change-role.ts';
import { within } from './context.ts';
import { InvitationLimits } from './invitation-limits.ts';
import { inviteStaff } from './invite.ts';
import { listStaff, listTenantStaff } from './list.ts';
import { removeMember } from './remove.ts';
import { resendInvitation } from './resend.ts';

export function staffRoutes(routes: Routes, dependencies: Dependencies): void {
  const limits = new InvitationLimits(dependencies.settings.limits);
  routes.tenant(endpoints.listStaff, listStaff);
  routes.tenant(endpoints.inviteStaff, async (context, input) => inviteStaff(context, input, limits));
  routes.tenant(endpoints.resendInvitation, async (context, input) => resendInvitation(context, input, limits));
  routes.tenant(endpoints.cancelInvitation, cancelInvitation);
  routes.tenant(endpoints.changeRole, changeRole);
  routes.tenant(endpoints.removeMember, removeMember);
  ofAnyTenant(routes, limits);
}

/** The same verbs for a super admin, in the business that the address names. */
function ofAnyTenant(routes: Routes, limits: InvitationLimits): void {
  routes.platform(endpoints.listTenantStaff, listTenantStaff);
  routes.platform(endpoints.inviteTenantStaff, async (context, input) =>
    inviteStaff(await within(context, input.params.tenantId), input, limits),
  );
  routes.platform(endpoints.resendTenantInvitation, async (context, input) =>
    resendInvitation(await within(context, input.params.tenantId), input, limits),
  );
  routes.platform(endpoints.cancelTenantInvitation, async (context, input) =>
    cancelInvitation(await within(context, input.params.tenantId), input),
  );
  routes.platform(endpoints.changeTenantRole, async (context, input) => changeRole(await within(context, input.params.tenantId), input));
  routes.platform(endpoints.removeTenantMember, async (context, input) =>
    removeMember(await within(context, input.params.tenantId), input),
  );
}
