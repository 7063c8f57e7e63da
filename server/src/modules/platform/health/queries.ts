export { isClockRight, isEngineRunning as engineRuns, probeConnections } from '../../../db/health.ts';
export { isMigrated } from '../../../db/migrate/pending-migrations.ts';
