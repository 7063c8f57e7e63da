import { isStartupError } from './process/startup-checks.ts';
import { start } from './start.ts';

try {
  await start(process.env);
} catch (error) {
  // The sentence for the operator where there is one, otherwise the whole error.
  process.stderr.write(`${isStartupError(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
