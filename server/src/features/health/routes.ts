import { getLive, getReady } from '@samay/contract/health';
import type { Routes } from '../../http/routes.ts';
import type { Parts } from '../../parts.ts';
import { databaseAnswers } from './queries.ts';

export function healthRoutes(routes: Routes, parts: Parts): void {
  routes.public(getLive, async () => ({ status: 'ok' as const }), { counted: false });
  routes.public(
    getReady,
    async ({ reply }) => {
      const database = await databaseAnswers(parts.database);
      if (!database) reply.code(503);
      return { status: database ? ('ok' as const) : ('unavailable' as const), checks: { database } };
    },
    { counted: false },
  );
}
