import { expect, type Page } from '@playwright/test';
import { meet } from './passing.ts';

/** From Settings to the pretend Google Calendar's consent page. */
export async function goToConsent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Google Calendar' }).click();
  await expect(page.getByRole('heading', { name: 'Connect a calendar' })).toBeVisible();
}

/** The whole way: allowed as the holder of an address, and back on Settings. */
export async function connectCalendar(page: Page, email: string): Promise<void> {
  await goToConsent(page);
  // The page loads anew by itself, without the news in its address.
  const told = page.waitForURL(/\/settings\?connected=google_calendar$/, { waitUntil: 'commit' });
  await page.getByRole('button', { name: email }).click();
  await meet(page, 'Google Calendar connected successfully! Redirecting...');
  await told;
}
