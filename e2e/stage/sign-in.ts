import { expect, type Page } from '@playwright/test';
import { homes, password, people, type Person } from './people.ts';

/** Through the form, to the person's home. */
export async function signIn(page: Page, person: Person, { remember = false } = {}): Promise<void> {
  await page.goto('/login');
  await fillIn(page, people[person]);
  if (remember) await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(homes[person]);
}

export async function fillIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
}
