import { expect, type Locator, type Page } from '@playwright/test';

/** Who comes, as the pretend Google's account chooser has them, or typed in. */
export interface GoogleVisitor {
  readonly email: string;
  /** Typed in, with this said of the address, where it is not one of the chooser's own. */
  readonly typed?: 'verified' | 'not verified';
}

/** From the login page to Google's account chooser. */
export async function goToGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(chooser(page)).toBeVisible();
}

function chooser(page: Page): Locator {
  return page.getByRole('heading', { name: 'Choose an account' });
}

/** Chooses an account, up to the question whether the application may know. */
export async function choose(page: Page, { email, typed }: GoogleVisitor): Promise<void> {
  // The login page of the demo has buttons with these addresses too.
  await expect(chooser(page)).toBeVisible();
  if (typed) {
    await page.getByText('Use another account').click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('The address is').selectOption(typed);
    await page.getByRole('button', { name: 'Next' }).click();
  } else {
    await page.getByRole('button', { name: email }).click();
  }
  await expect(page.getByRole('heading', { name: 'Grant access' })).toBeVisible();
}

/** The whole way through Google and back to us. */
export async function signInWithGoogle(page: Page, visitor: GoogleVisitor): Promise<void> {
  await page.goto('/login');
  await goToGoogle(page);
  await choose(page, visitor);
  await page.getByRole('button', { name: 'Allow' }).click();
}
