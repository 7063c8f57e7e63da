import { fileURLToPath } from 'node:url';
import { buildWhenStale } from '../../scripts/build/build.mjs';
import { runCitusPart } from './parts/citus.ts';
import { runCpuPart } from './parts/cpu.ts';
import { runDatabasePart } from './parts/database.ts';
import { runFaultsPart } from './parts/faults.ts';
import { runLivePart } from './parts/live.ts';
import { readOptions } from './load/options.ts';
import { runMetricsPart } from './parts/metrics.ts';
import { runReceivedPart } from './parts/received.ts';
import { runStartPart } from './parts/start.ts';
import { runWeightPart } from './parts/weight.ts';

/*
 * npm run bench -- [--only=api,cpu,plans,received,metrics,start,live,faults,weight,citus] [--quick]
 * Runs the benchmarks, which are not part of npm test, and writes bench/results.
 */
await buildWhenStale(fileURLToPath(new URL('../..', import.meta.url)), process.execPath);
const options = readOptions(process.argv.slice(2));
if (options.parts.includes('api') || options.parts.includes('plans')) await runDatabasePart(options);
if (options.parts.includes('cpu')) await runCpuPart(options);
if (options.parts.includes('received')) await runReceivedPart(options);
if (options.parts.includes('metrics')) await runMetricsPart(options);
if (options.parts.includes('start')) await runStartPart(options);
if (options.parts.includes('live')) await runLivePart(options);
if (options.parts.includes('faults')) await runFaultsPart(options);
if (options.parts.includes('weight')) await runWeightPart(options);
if (options.parts.includes('citus')) await runCitusPart(options);
