import type { Page } from '@playwright/test';
import { chooseOption } from '../../fixtures/browser/interactions.ts';
import { openLivePage } from '../../fixtures/browser/network.ts';
import { people } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const staffEmail = (name: string) => `${name}.${Date.now().toString(36)}@people.example`;

async function openStaff(page: Page): Promise<void> {
  await openLivePage(page, '/dashboard/employees');
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'User Management' })).toBeVisible();
}

async function invite(page: Page, email: string, role?: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email Address').fill(email);
  if (role) await chooseOption(dialog.getByRole('combobox', { name: 'Role' }), role);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
}

test('an owner invites a person, the email arrives, and a second owner sees the invitation and its cancellation live [P-11.1]', async ({
  openPage,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 409/);
  const [page, other] = [await openPage('owner'), await openPage('owner')];
  await openStaff(page);
  await openStaff(other);
  const email = staffEmail('lata');
  await invite(page, email, 'Doctor');
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  for (const screen of [page, other])
    await expect(findRow(screen, email)).toContainText(/Doctor.*Pending.*Until/);
  await expect
    .poll(
      async () =>
        (await sandbox.control.arrivals('mail')).filter(({ content }) =>
          JSON.stringify(content).includes(email),
        ).length,
    )
    .toBe(1);

  await invite(page, email.toUpperCase());
  await expect(page.getByText('User already has a pending invitation')).toBeVisible();
  await page.getByLabel('Email Address').fill(people.doctor);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('User is already active in your organization')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: `Cancel ${email}` }).click();
  await expect(page.getByText('Are you sure you want to cancel this invitation?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel invitation' }).click();
  for (const screen of [page, other]) await expect(findRow(screen, email)).toHaveCount(0);
});
