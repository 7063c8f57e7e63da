import { defineConfig } from '@playwright/test';
import { browserArguments } from './browser-arguments.ts';

const chromium = process.env['CHROMIUM'] || undefined;

/**
 * Journeys go through the front door: a real server on the embedded database, filled with the demo, serving the built pages.
 * Each worker has one of its own (fixtures/server/journey.ts). No retries: a journey that passes at the second try has found something.
 */
export default defineConfig({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/journeys',
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }], ['./copy-coverage/reporter.ts']],
  use: {
    // A browser far from India: nothing on screen may depend on where it stands.
    timezoneId: 'America/St_Johns',
    locale: 'en-IN',
    viewport: { width: 1440, height: 900 },
    // As for people who asked their device for it: a journey looks at what is there, not at how it comes in. Those where that may matter let it move.
    reducedMotion: 'reduce',
    actionTimeout: 15_000,
    // What goes through a worker cannot be hindered on its way; the journey about it lets it in.
    serviceWorkers: 'block',
    // Without a film of each page and copies of its elements, which cost the two cores more than the journey itself.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      args: browserArguments,
      ...(chromium === undefined ? {} : { executablePath: chromium }),
    },
  },
});
