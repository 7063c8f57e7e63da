import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Enables the compile cache for the next start. Static imports would be compiled before this line.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));
const { version } = await import('./core/version.ts');
if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`);
  process.exit(0);
}
// Explains an end without an error before it serves: it was told to stop, or a library ended it.
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
  // The sentence for the operator if there is one, otherwise the whole error.
  process.stderr.write(
    `${isStartupError(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
