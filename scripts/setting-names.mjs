import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the names of the server's settings in .env.example. */
export function settingNames(root) {
  return readFileSync(join(root, '.env.example'), 'utf8').match(/(?<=^(?:# )?)[A-Z][A-Z_]+(?==)/gm) ?? [];
}
