import { expect, type Locator, type Page } from '@playwright/test';

/** The list of bookings, with what stands in it. */
export async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/appointments${query}`);
  await expect(page.getByRole('heading', { name: 'Appointments', level: 1 })).toBeVisible();
}

/** The row of a person. */
export function rowOf(page: Page, personName: string): Locator {
  return page.locator('[data-row]').filter({ hasText: personName });
}

export function statusFilter(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Status' }).getByRole('button', { name });
}

/** A name that no other journey has. */
export function newName(first: string): string {
  return `${first} ${crypto.randomUUID().slice(0, 8)}`;
}
