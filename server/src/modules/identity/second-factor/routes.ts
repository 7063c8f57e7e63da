import {
  confirmEnrolment,
  getSecondFactor,
  raiseAssurance,
  removeSecondFactor,
  renewRecoveryCodes,
  startEnrolment,
} from '@samay/contract/identity/second-factor';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { Routes } from '../../../http/routes.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { confirmEnrolment as confirm } from './enrol.ts';
import { raiseAssurance as raise } from './raise.ts';
import { removeFactor } from './remove.ts';
import { renewRecoveryCodes as renew } from './renew-recovery-codes.ts';
import { showFactor } from './show.ts';
import { startEnrolment as start } from './enrol.ts';
import { CodeLimits } from './code-limits.ts';

export function secondFactorRoutes(routes: Routes, dependencies: Dependencies, tokens: AccessTokens): void {
  const limits = new CodeLimits(dependencies.settings.limits);
  routes.session(raiseAssurance, async (context, { body }) => raise(context, body, tokens, limits));
  routes.session(getSecondFactor, showFactor);
  routes.session(startEnrolment, start);
  routes.session(confirmEnrolment, async (context, { body }) => confirm(context, body.code, tokens, limits));
  routes.session(removeSecondFactor, async (context, { body }) => removeFactor(context, body, limits));
  routes.session(renewRecoveryCodes, async (context, { body }) => renew(context, body.code, limits));
}
