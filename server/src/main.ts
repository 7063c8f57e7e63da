import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps compiled modules for the next start. What is imported statically would be compiled before
// this line.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));
// Without an error an end before it serves would have no words: it was told to stop, or a library
// ended it.
const sayWhy = (code: number) =>
  code === 0 &&
  process.stderr.write(
    `The server ended ${Math.round(process.uptime() * 1000)} ms after its launch, before it served, and without an error.\n`,
  );
process.once('exit', sayWhy);

const { isStartupError } = await import('./process/startup-checks.ts');
const { start } = await import('./start.ts');

try {
  await start(process.env);
  process.off('exit', sayWhy);
} catch (error) {
  // The sentence for the operator where there is one, otherwise the whole error.
  process.stderr.write(
    `${isStartupError(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
