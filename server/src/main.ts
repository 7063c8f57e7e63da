import { isRefusedStart } from './process/startup-checks.ts';
import { start } from './start.ts';

try {
  await start(process.env);
} catch (error) {
  // A sentence where there is one for the operator; the whole error otherwise.
  process.stderr.write(`${isRefusedStart(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
