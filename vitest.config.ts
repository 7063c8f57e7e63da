import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { WaitingEarly } from './scripts/test-order.mjs';
import { testTimeouts } from './scripts/test-timeouts.mjs';
import { testWorkers } from './scripts/test-workers.mjs';

/**
 * One project per workspace, so that `vitest run --project server` is half of the work. Retries
 * stay off: a test that passes at the second try has found a defect.
 */
export default defineConfig({
  test: {
    reporters: ['default'],
    retry: 0,
    maxWorkers: testWorkers,
    sequence: { sequencer: WaitingEarly },
    projects: [
      { test: { ...testTimeouts, name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...testTimeouts,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['scripts/test/before-server-tests.mjs'],
          setupFiles: ['server/test/fixtures/statements/watch.ts'],
          pool: 'forks',
          // Shares modules between files: loading the server and compiling its database for each
          // file took two fifths of the time; each file has separate data.
          isolate: false,
        },
      },
      { test: { ...testTimeouts, name: 'sandbox', include: ['sandbox/src/**/*.test.ts'] } },
      { test: { ...testTimeouts, name: 'bench', include: ['bench/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...testTimeouts,
          name: 'scripts',
          include: ['scripts/**/*.test.mjs'],
          exclude: ['scripts/bundle/**', 'scripts/image/built/**'],
        },
      },
      {
        test: {
          ...testTimeouts,
          name: 'image',
          include: ['scripts/image/built/*.test.mjs'],
        },
      },
      { test: { ...testTimeouts, name: 'bundle', include: ['scripts/bundle/*.test.mjs'] } },
      ...(existsSync(new URL('web/vitest.config.ts', import.meta.url)) ? ['web/vitest.config.ts'] : []),
    ],
  },
});
