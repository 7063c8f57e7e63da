import { startSandbox } from './sandbox.ts';

/** Port of the control server; the parties use the ports after it. */
const control = Number(process.env['SANDBOX_PORT'] ?? 3001);
const sandbox = await startSandbox(
  {
    control,
    mail: control + 1,
    webhook: control + 2,
    identity: control + 3,
    payments: control + 4,
    calendar: control + 5,
    storage: control + 6,
    whatsapp: control + 7,
    sms: control + 8,
  },
  {
    payments: process.env['SANDBOX_PAYMENTS_WEBHOOK'],
    whatsapp: process.env['SANDBOX_WHATSAPP_WEBHOOK'],
  },
);
process.stdout.write(`The sandbox's control page is at ${sandbox.control}\n`);

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await sandbox.close();
  process.exit(0);
}
