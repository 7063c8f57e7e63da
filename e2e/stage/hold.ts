import type { Page } from '@playwright/test';

/** Holds up what is sent to an address by a method until the returned function is called: what a page shows meanwhile can be looked at without hurry. */
export async function hold(page: Page, address: string, method: 'GET' | 'POST' | 'PUT'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue().catch(() => undefined); // The page may have given up meanwhile.
  });
  return resolve;
}
