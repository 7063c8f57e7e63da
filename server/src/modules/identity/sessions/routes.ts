import * as contract from '@samay/contract/identity/sessions';
import type { Routes } from '../../../http/routes.ts';
import { endOtherSessions, endOwnSession } from './end-own-sessions.ts';
import { listSessions } from './list-sessions.ts';

export function ownSessionRoutes(routes: Routes): void {
  routes.session(contract.listSessions, listSessions);
  routes.session(contract.endSession, async (context, { params }) => endOwnSession(context, params.id));
  routes.session(contract.endOtherSessions, endOtherSessions);
}
