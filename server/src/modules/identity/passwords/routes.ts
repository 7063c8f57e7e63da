import { getStarted, openMailedLink, requestPasswordRecovery, setPassword } from '@samay/contract/identity/passwords';
import type { Routes } from '../../../http/routes.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Admission } from '../people/admission.ts';
import { LinkLimits } from './link-limits.ts';
import { openLink } from './set-password.ts';
import { requestRecovery } from './request-link.ts';
import { setPasswordByLink } from './set-password.ts';
import { startBusiness } from './request-link.ts';

export function passwordRoutes(routes: Routes, dependencies: Dependencies, admission: Admission): void {
  const limits = new LinkLimits(dependencies.settings.limits);
  routes.public(requestPasswordRecovery, async (context, { body }) => requestRecovery(context, body, limits));
  routes.public(getStarted, async (context, { body }) => startBusiness(context, body, limits));
  routes.public(openMailedLink, async (context, { body }) => openLink(context, body));
  routes.public(setPassword, async (context, { body }) => setPasswordByLink(context, body, admission));
}
