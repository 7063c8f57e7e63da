import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names of the server's settings, as .env.example lists them. */
export function settingNames(root) {
  return readFileSync(join(root, '.env.example'), 'utf8').match(/(?<=^(?:# )?)[A-Z][A-Z_]+(?==)/gm) ?? [];
}
