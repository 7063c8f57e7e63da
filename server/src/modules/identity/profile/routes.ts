import { changeProfile } from '@samay/contract/identity/profile';
import type { Routes } from '../../../http/routes.ts';
import { changeProfile as change } from '../account/change-profile.ts';

export function profileRoutes(routes: Routes): void {
  routes.session(changeProfile, async (context, { body }) => change(context, body));
}
