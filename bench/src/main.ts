import { fileURLToPath } from 'node:url';
import { buildWhenStale } from '../../scripts/build/build.mjs';
import { runBoardsPart } from './parts/boards.ts';
import { runCitusPart } from './parts/citus.ts';
import { runCpuPart } from './parts/cpu.ts';
import { runExportPart } from './parts/export.ts';
import { runImportPart } from './parts/import.ts';
import { runPlansPart } from './parts/plans.ts';
import { runRemindersPart } from './parts/reminders.ts';
import { readOptions } from './load/options.ts';
import { runStartPart } from './parts/start.ts';
import { runWeightPart } from './parts/weight.ts';

/*
 * npm run bench -- [--only=cpu,plans,start,weight,export,boards,import,reminders,citus] [--quick]
 * Runs the benchmarks, which are not part of npm test, and writes bench/results.
 */
await buildWhenStale(fileURLToPath(new URL('../..', import.meta.url)), process.execPath);
const options = readOptions(process.argv.slice(2));
if (options.parts.includes('cpu')) await runCpuPart(options);
if (options.parts.includes('plans')) await runPlansPart(options);
if (options.parts.includes('start')) await runStartPart(options);
if (options.parts.includes('weight')) await runWeightPart(options);
if (options.parts.includes('export')) await runExportPart(options);
if (options.parts.includes('boards')) await runBoardsPart(options);
if (options.parts.includes('import')) await runImportPart(options);
if (options.parts.includes('reminders')) await runRemindersPart(options);
if (options.parts.includes('citus')) await runCitusPart(options);
