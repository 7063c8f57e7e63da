import { changeProfile } from '@samay/contract/identity/profile';
import type { Routes } from '../../../http/routes.ts';
import { changeProfile as change } from './change.ts';

export function profileRoutes(routes: Routes): void {
  routes.session(changeProfile, async (context, { body }) => change(context, body));
}
