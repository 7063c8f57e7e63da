import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '..', 'src');
const importFrom = /import \{([^}]*)\} from '(@samay\/contract\/[^']+)'/g;

// Checks that no form asks an endpoint for its schema: the build reduces an endpoint to its address
// (lean-contract.ts), so such a form would validate here, and nothing in the built pages.
it('no screen asks an endpoint for its schemas [S-2.18]', async () => {
  const asked: string[] = [];
  for (const file of globSync('**/*.{ts,tsx}', { cwd: sources })) {
    if (file.includes('.test.')) continue;
    const source = readFileSync(join(sources, file), 'utf8');
    for (const [, names = '', module = ''] of source.matchAll(importFrom)) {
      const contract = (await import(/* @vite-ignore */ module)) as Record<string, unknown>;
      for (const name of names.split(',').map((each) => each.trim().replace(/^type /, ''))) {
        const isAsked = new RegExp(`\\b${name}\\??\\.(?:body|params|query|reply)\\b`).test(source);
        if (isAsked && isEndpoint(contract[name])) asked.push(`${file}: ${name}`);
      }
    }
  }
  expect(asked).toEqual([]);
});

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}
