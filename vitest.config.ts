import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { testWorkers } from './scripts/test-workers.mjs';

/**
 * One project per workspace, so that `vitest run --project server` is one half of the work.
 * Retries stay off: a test that passes at the second try has found something.
 */
export default defineConfig({
  test: {
    reporters: ['default'],
    retry: 0,
    maxWorkers: testWorkers,
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          pool: 'forks',
          // Loading the server and compiling its database anew for each file took two fifths of the time; each file has its own data.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'sandbox', include: ['sandbox/src/**/*.test.ts'], testTimeout: 20_000 } },
      { test: { name: 'bench', include: ['bench/**/*.test.ts'] } },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.mjs'],
          exclude: ['scripts/bundle/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'bundle', include: ['scripts/bundle/*.test.mjs'], testTimeout: 60_000, hookTimeout: 120_000 } },
      ...(existsSync(new URL('web/vitest.config.ts', import.meta.url)) ? ['web/vitest.config.ts'] : []),
    ],
  },
});
