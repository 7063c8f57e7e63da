import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webSources } from './build-web.mjs';
import { fingerprint as fingerprintOf } from './sources.mjs';

let tree;
const fingerprint = (root) => fingerprintOf(root, webSources);

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'samay-build-'));
});

afterEach(() => rmSync(tree, { recursive: true }));

test('the pages are stale when a source was changed, added or removed, and not otherwise [O-3.17]', () => {
  write('web/src/main.tsx', 'one');
  const before = fingerprint(tree);
  write('web/dist/index.html', 'not a source');
  expect(fingerprint(tree)).toBe(before);
  write('web/src/main.tsx', 'two');
  const changed = fingerprint(tree);
  write('contract/src/new.ts', '');
  const added = fingerprint(tree);
  write('web/plugin.ts', '');
  const pluginAdded = fingerprint(tree);
  expect(new Set([before, changed, added, pluginAdded]).size).toBe(4);
  rmSync(join(tree, 'web/plugin.ts'));
  expect(fingerprint(tree)).toBe(added);
});

function write(path, text) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}
