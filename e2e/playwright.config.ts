import { defineConfig } from '@playwright/test';

/**
 * Whether tests run on a cluster, which is three PostgreSQL in addition to the server and the
 * browser.
 */
const isOnCitus = process.env['JOURNEYS_DATABASE'] === 'citus';
const chromium = process.env['CHROMIUM'] || undefined;

/**
 * Features that Playwright disables itself (its chromiumSwitches.ts). Chromium reads only the last
 * `--disable-features` argument, so ours must repeat them.
 */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Turns off V8's optimizing compilers: they use more processor time than they save for short-lived
 * pages, also in a run of axe. The results of JavaScript are the same without them.
 */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan';

/**
 * Chromium loads two pages of its own behind the address bar of every new window. They use more
 * processor time than the application.
 */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * The browser tests use the product as a person does: a real server on the embedded database with
 * the demo data, serving the built web application. Each worker has a separate server
 * (fixtures/test.ts). No retries: a test that passes at the second try has found a defect.
 */
export default defineConfig({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/journeys',
  retries: 0,
  workers: isOnCitus ? 1 : 4,
  // Time limits that only a stuck test reaches: they cost nothing in a green test, and a busy
  // machine is no defect of the product.
  timeout: isOnCitus ? 360_000 : 240_000,
  expect: { timeout: 45_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: '../test-results/journeys.json' }],
    ['./copy-coverage/reporter.ts'],
    ['./loops/reporter.ts'],
  ],
  use: {
    // A time zone far from India: the screen must not depend on the browser's zone.
    timezoneId: 'America/St_Johns',
    locale: 'en-IN',
    viewport: { width: 1440, height: 900 },
    // Most tests check the result and not the animation. The tests that an animation could break
    // turn it on.
    reducedMotion: 'reduce',
    actionTimeout: 45_000,
    // Playwright cannot intercept requests that a service worker makes. The tests of the service
    // worker allow it.
    serviceWorkers: 'block',
    // Screenshots and DOM snapshots of a trace use more processor time than the test itself.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        withoutOptimizing,
        `--disable-features=${[...disabledByPlaywright, ...addressBarPages].join()}`,
      ],
      ...(chromium === undefined ? {} : { executablePath: chromium }),
    },
  },
});
