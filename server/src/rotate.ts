import { join, resolve } from 'node:path';
import { formatInstant, now } from '@samay/contract/core/time';
import { KeyNotRotated, rotateSigningKey, SecretsRefused } from './core/secrets.ts';

/** `npm run rotate signing`: adds a new signing key for access tokens to the installation of DATA_DIR, while its servers run. */
async function main(key: string | undefined): Promise<void> {
  if (key !== 'signing')
    throw new KeyNotRotated('Say which key: npm run rotate signing. The others cannot be changed without losing what they sealed.');
  const path = join(resolve(process.env['DATA_DIR'] ?? 'data'), 'secrets.json');
  const begin = await rotateSigningKey(path, now());
  process.stdout
    .write(`A new key is published, and signs from ${formatInstant(begin.toISOString())} (India) on; the one before it counts 25 minutes longer.
Running servers read ${path} within half a minute: nothing has to be started again. Servers with a copy of that file need the new one
now, before it signs. Keep a copy where backups are kept, and apart from them.
`);
}

try {
  await main(process.argv[2]);
} catch (error) {
  const isSentence = error instanceof KeyNotRotated || error instanceof SecretsRefused;
  process.stderr.write(`${isSentence ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
