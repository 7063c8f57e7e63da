import { expect, type Page } from '@playwright/test';

/** Waits for a step of the wizard by its title. */
export async function seeStep(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

export async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
}

/** Fills in the texts of a row of opening hours, counted from 1; AM and PM stay as they are. */
export async function answerSlot(page: Page, number: number, start: string, end: string): Promise<void> {
  const slot = page.getByRole('group', { name: `Opening hours ${number}` });
  await slot.getByLabel('Start time', { exact: true }).fill(start);
  await slot.getByLabel('End time', { exact: true }).fill(end);
}

export async function chooseDays(page: Page, ...days: string[]): Promise<void> {
  for (const day of days) await page.getByText(day, { exact: true }).click();
}
