import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { changeBusinessProfile } from './change-profile.ts';
import { completeOnboarding } from './complete.ts';
import { getBusinessProfile } from './get-profile.ts';

export function onboardingRoutes(routes: Routes): void {
  routes.session(endpoints.completeOnboarding, completeOnboarding);
  routes.tenant(endpoints.getBusinessProfile, getBusinessProfile);
  routes.tenant(endpoints.changeBusinessProfile, changeBusinessProfile);
}
