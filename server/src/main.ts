import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps compiled modules for the next start. What is imported statically would be compiled before this line.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));
const { isStartupError } = await import('./process/startup-checks.ts');
const { start } = await import('./start.ts');

try {
  await start(process.env);
} catch (error) {
  // The sentence for the operator where there is one, otherwise the whole error.
  process.stderr.write(`${isStartupError(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
