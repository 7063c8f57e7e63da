import { getLive, getReady } from '@samay/contract/platform/health';
import type { Routes } from '../../../http/routes.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { engineRuns } from './queries.ts';
import { Readiness } from './readiness.ts';

export function healthRoutes(routes: Routes, dependencies: Dependencies): void {
  const readiness = new Readiness(dependencies);
  routes.public(
    getLive,
    async ({ reply }) => {
      const engine = engineRuns(dependencies.database);
      if (!engine) reply.code(503);
      return { status: engine ? ('ok' as const) : ('unavailable' as const), checks: { engine } };
    },
    { counted: false },
  );
  routes.public(
    getReady,
    async ({ reply }) => {
      const report = await readiness.report();
      if (report.status === 'unavailable') reply.code(503);
      return report;
    },
    { counted: false },
  );
}
