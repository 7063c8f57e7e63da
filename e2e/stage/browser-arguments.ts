/** What Playwright turns off itself (its chromiumSwitches.ts): Chromium heeds only the last list that it is given. */
const playwrightsOwn = [
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

/** Chromium loads two pages of its own behind the address bar of every new window, which cost more than ours. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** How the journeys start their browser. */
export const browserArguments: string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  `--disable-features=${[...playwrightsOwn, ...addressBar].join()}`,
];
