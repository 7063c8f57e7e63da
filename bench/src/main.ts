import { runDatabasePart } from './database-part.ts';
import { runFaultsPart } from './faults-part.ts';
import { readOptions } from './options.ts';
import { runWeightPart } from './weight-part.ts';

/*
 * npm run bench -- [--only=api,plans,notify,faults,weight] [--quick]
 * Measures by hand, never in npm test; ends by itself. The results are kept under bench/results.
 */
const options = readOptions(process.argv.slice(2));
if (options.parts.some((part) => part !== 'weight' && part !== 'faults')) await runDatabasePart(options);
if (options.parts.includes('faults')) await runFaultsPart(options);
if (options.parts.includes('weight')) await runWeightPart(options);
