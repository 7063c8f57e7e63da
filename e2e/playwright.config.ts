import { defineConfig } from '@playwright/test';

/** Away from the ports of `npm start`, so that both can run. */
const port = Number(process.env['JOURNEYS_PORT'] ?? 3400);
const chromium = process.env['CHROMIUM'] || undefined;

/** Journeys go through the front door: the built pages of a demo that starts empty. No retries: a journey that passes at the second try has found something. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/journeys',
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    // A browser far from India: nothing on screen may depend on where it stands.
    timezoneId: 'America/St_Johns',
    locale: 'en-IN',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: ['--no-sandbox', '--disable-background-networking'],
      ...(chromium === undefined ? {} : { executablePath: chromium }),
    },
  },
  webServer: {
    command: 'node ../scripts/serve-journeys.mjs',
    url: `http://127.0.0.1:${port}/api/health/ready`,
    env: {
      PORT: String(port),
      // All journeys come from one address and sign in as the same few people.
      RATE_LIMIT_PER_USER: '100000',
      RATE_LIMIT_ANONYMOUS: '100000',
      RATE_LIMIT_WRITES: '100000',
      RATE_LIMIT_WRITES_PER_TENANT: '100000',
      SIGN_IN_FAILURES_PER_ACCOUNT: '1000',
      SIGN_IN_FAILURES_PER_ADDRESS: '100000',
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    timeout: 180_000,
    stdout: 'pipe',
  },
});
