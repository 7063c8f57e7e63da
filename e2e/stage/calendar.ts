import { expect, type Page } from '@playwright/test';

/** From Settings to the pretend Google Calendar's consent page. */
export async function goToConsent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Google Calendar' }).click();
  await expect(page.getByRole('heading', { name: 'Connect a calendar' })).toBeVisible();
}

/** The whole way: allowed as the holder of an address, and back on Settings. */
export async function connectCalendar(page: Page, email: string): Promise<void> {
  await goToConsent(page);
  await page.getByRole('button', { name: email }).click();
  await expect(page.getByText('Google Calendar connected successfully! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\?connected=google_calendar$/);
}
