import { startSandbox } from './sandbox.ts';

/** The control page's port; mail and webhooks take the two after it. */
const control = Number(process.env['SANDBOX_PORT'] ?? 3001);
const sandbox = await startSandbox({ control, mail: control + 1, webhook: control + 2 });
process.stdout.write(`The sandbox's control page is at ${sandbox.control}\n`);

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await sandbox.close();
  process.exit(0);
}
