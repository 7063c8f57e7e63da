import type { Locator } from '@playwright/test';

/** Opens a select and takes one of its options, as a hand does. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name: option, exact: true }).click();
}
