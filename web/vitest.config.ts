import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { testWorkers } from '../scripts/test-workers.mjs';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    environment: 'jsdom',
    // A new jsdom for each file would cost more than the tests themselves; each test cleans up its document.
    isolate: false,
    maxWorkers: testWorkers,
    setupFiles: ['test/setup.ts'],
    css: false,
    // Tests type into forms key by key, with real HTTP: six seconds on a busy machine, and more on a busier one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
