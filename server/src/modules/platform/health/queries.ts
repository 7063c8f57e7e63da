export {
  isClockRight,
  isEngineRunning as engineRuns,
  isMigrated,
  probeDatabase,
} from '../../../db/health.ts';
