import type { Page } from '@playwright/test';
import { Authenticator } from '../../fixtures/actions/authenticator.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { expect, test } from '../../fixtures/test.ts';
import { password, people } from '../../fixtures/data/people.ts';
import { fillIn, signIn } from '../../fixtures/actions/sign-in.ts';

/** One after the other: they turn the second factor of the same person on and off. */
test.describe.configure({ mode: 'serial' });

const person = 'lotusOwner';
let app: Authenticator;
let recoveryCodes: string[];

test('a person turns two-step verification on and keeps the recovery codes', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 422/);
  const page = await open();
  await signIn(page, person);
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step verification' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  app = new Authenticator(((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', ''));

  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is wrong')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(app.nextCode());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  recoveryCodes = await list.getByRole('listitem').allTextContents();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('samay-recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();
});

test('signing in asks for a code, refuses a used one, and goes where the person was going', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 422/);
  const page = await open();
  await passwordAlone(page, '/dashboard/appointments?status=scheduled');
  await expect(page).toHaveURL(/\/verify\?redirect=/);
  await expectAccessible(page);
  // Whatever address is typed, the code comes first.
  for (const path of ['/dashboard', '/dashboard/settings', '/onboarding']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/verify/);
  }
  await page.goto('/dashboard/appointments?status=scheduled');
  await page.getByLabel('Code', { exact: true }).fill(app.lastCode);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/This code (was already used|is wrong)/)).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/appointments?status=scheduled');
  await page.goto('/dashboard/settings');
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible();
});

test('five wrong codes end the session', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of (422|401)/);
  const page = await open();
  await passwordAlone(page, '/dashboard');
  for (let tried = 0; tried < 5; tried += 1) {
    await page.getByLabel('Code', { exact: true }).fill(`00000${tried}`);
    const answered = page.waitForResponse('**/api/session/assurance');
    await page.getByRole('button', { name: 'Verify' }).click();
    await answered;
  }
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
});

test('one sees where one is signed in, and ends another browser, which is signed out at once', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const [here, elsewhere] = [await open(), await open()];
  for (const page of [elsewhere, here]) {
    await passwordAlone(page, '/dashboard/settings');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[page === here ? 1 : 2] ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  }
  await here.getByRole('button', { name: 'End all others' }).click();
  const question = here.getByRole('dialog', { name: 'End all other sessions?' });
  await question.getByRole('button', { name: 'End all others' }).click();
  await expect(here.getByText('All other sessions ended')).toBeVisible();
  await expect(here.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  await elsewhere.goto('/dashboard');
  await expect(elsewhere).toHaveURL(/\/login/);
});

test('turning it off takes a code, and then the password alone is enough', async ({ open }) => {
  const page = await open();
  await passwordAlone(page, '/dashboard/settings');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[3] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off two-step verification?' });
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCodes[4] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, person);
});

test('a new name stands in the sidebar at once', async ({ open }) => {
  const page = await open();
  await signIn(page, 'otherDoctor');
  await page.goto('/dashboard/settings');
  const name = `Dr. Farhan ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('region', { name: 'Your profile' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your name is saved')).toBeVisible();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
});

/** As far as the password goes, on the way to a page. */
async function passwordAlone(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await fillIn(page, people[person], password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
}
