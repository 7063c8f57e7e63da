import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { testTimeouts } from '../scripts/test-timeouts.mjs';
import { testWorkers } from '../scripts/test-workers.mjs';

export default defineConfig({
  plugins: [react()],
  test: {
    ...testTimeouts,
    name: 'web',
    root: import.meta.dirname,
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    environment: 'jsdom',
    // Shares one jsdom: a new one for each file would cost more than the tests themselves; each
    // test cleans up its document.
    isolate: false,
    maxWorkers: testWorkers,
    setupFiles: ['test/setup.ts'],
    css: false,
  },
});
