import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the server's settings, as listed in .env.example. */
export function settingNames(root) {
  return readFileSync(join(root, '.env.example'), 'utf8').match(/(?<=^(?:# )?)[A-Z][A-Z_]+(?==)/gm) ?? [];
}
