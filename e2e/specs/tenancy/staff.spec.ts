import type { Page } from '@playwright/test';
import { fillSignInForm } from '../../fixtures/actions/sign-in.ts';
import { giveReason, maskedEmail } from '../../fixtures/actions/support-access.ts';
import { chooseOption } from '../../fixtures/browser/interactions.ts';
import { openLivePage } from '../../fixtures/browser/network.ts';
import { people } from '../../fixtures/data/people.ts';
import type { Sandbox } from '../../fixtures/servers/sandbox.ts';
import { expect, test } from '../../fixtures/test.ts';

// These tests change roles and remove people.
test.use({ dedicatedServer: 'staff' });
test.describe.configure({ mode: 'serial' });

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const menuLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const staffEmail = (name: string) => `${name}.${Date.now().toString(36)}@people.example`;

async function openStaff(page: Page, path = '/dashboard/employees'): Promise<void> {
  await openLivePage(page, path);
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'User Management' })).toBeVisible();
}

/** The link in the email to an address, or undefined before it has arrived. */
async function linkTo({ control }: Sandbox, email: string): Promise<string | undefined> {
  const emails = (await control.arrivals('mail')).map(
    ({ content }) => content as { to: string[]; text: string },
  );
  return /https?:\/\/\S*update-password\S+/.exec(
    emails.find(({ to }) => to.includes(email))?.text ?? '',
  )?.[0];
}

async function invite(page: Page, email: string, role?: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email Address').fill(email);
  if (role) await chooseOption(dialog.getByRole('combobox', { name: 'Role' }), role);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
}

test('an owner invites a person, the email arrives, and a second owner sees the invitation and its cancellation live', async ({
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
    await expect(rowOf(screen, email)).toContainText(/Doctor.*Pending.*Until/);
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
  for (const screen of [page, other]) await expect(rowOf(screen, email)).toHaveCount(0);
});

test('an invited person follows the link in the email, sets a password, and signs in', async ({
  openPage,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/);
  const page = await openPage('owner');
  await openStaff(page);
  const email = staffEmail('meera');
  await invite(page, email, 'Doctor');
  const link = () => linkTo(sandbox, email);
  await expect.poll(link).toMatch(/update-password/);

  const theirs = await openPage();
  await theirs.goto((await link()) ?? '');
  await theirs.getByLabel('New Password').fill('a new beginning');
  await theirs.getByRole('button', { name: 'Set Password' }).click();
  await theirs.getByRole('button', { name: 'OK' }).click();
  await expect(theirs).toHaveURL(/\/login/);
  await expect(rowOf(page, email)).toContainText('Active');
  await fillSignInForm(theirs, email, 'a new beginning');
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(menuLinks(theirs)).toContainText(['Patients']);
});

test('an owner finds people by name and by email address', async ({ openPage }) => {
  const page = await openPage('owner');
  await openStaff(page);
  const search = page.getByPlaceholder('Search users by name or email');
  await search.fill('ANANYA');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, 'Dr. Ananya Iyer')).toBeVisible();
  await search.fill('desk@city');
  await expect(rowOf(page, 'Asha Kulkarni')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await search.fill('nobody at all');
  await expect(page.getByText('No users found')).toBeVisible();
});

test('a changed role updates the open page of that person, and removing them signs them out', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 40[13]/);
  const [page, theirs] = [await openPage('owner'), await openPage('changingDoctor')];
  await openLivePage(theirs, '/dashboard');
  await expect(menuLinks(theirs)).toContainText(['Patients']);
  await openStaff(page);
  const row = rowOf(page, people.changingDoctor);
  await chooseOption(row.getByRole('combobox'), 'Employee');
  await expect(page.getByText('Change the role from Doctor to Employee?')).toBeVisible();
  await page.getByRole('button', { name: 'Change role' }).click();
  await expect(row.getByRole('combobox')).toHaveValue('Employee');
  await expect(menuLinks(theirs)).toHaveText(['Dashboard', 'Appointments', 'Schedule']);

  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('Are you sure you want to remove this user?')).toBeVisible();
  await page.getByRole('button', { name: 'Remove user' }).click();
  await expect(row).toHaveCount(0);
  await expect(theirs).toHaveURL(/\/login/);
});

test('a doctor can read the list and not change it; a clinic employee has no access', async ({
  openPage,
}) => {
  const doctor = await openPage('doctor');
  await openStaff(doctor, '/employees');
  await expect(rowOf(doctor, people.owner)).toBeVisible();
  await expect(doctor.getByRole('button', { name: 'Invite User' })).toHaveCount(0);
  await expect(doctor.getByRole('combobox')).toHaveCount(0);
  const desk = await openPage('desk');
  await desk.goto('/dashboard/employees');
  await expect(desk.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('a turf owner invites owners and employees; its desk can only read', async ({ openPage }) => {
  const owner = await openPage('turfOwner');
  await openStaff(owner, '/turf-dashboard/users');
  await owner.getByRole('button', { name: 'Invite User' }).click();
  await owner.getByRole('combobox', { name: 'Role', exact: true }).click();
  await expect(owner.getByRole('option')).toHaveText(['Business Owner', 'Employee']);
  const desk = await openPage('turfDesk');
  await openStaff(desk, '/turf-dashboard/employee/users');
  await expect(rowOf(desk, people.turfOwner)).toContainText('Business Owner');
  await expect(desk.getByRole('columnheader')).toHaveText(['User', 'Role', 'Status', 'Date Added']);
});

test('a super admin manages the staff of a chosen business, and its owner sees the change', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 428/);
  const admin = await openPage('admin');
  await admin.goto('/dashboard/employees');
  await expect(admin.getByText('Choose a business first')).toBeVisible();
  await admin.goto('/dashboard/tenants');
  await rowOf(admin, 'Green Turf Arena').getByRole('button', { name: /^View/ }).click();
  await giveReason(admin);
  await admin.getByRole('link', { name: 'Manage its staff' }).click();
  await expect(
    rowOf(admin, maskedEmail(people.turfOwner)).getByRole('combobox', { name: /^Role of/ }),
  ).toHaveValue('Business Owner');
  const email = staffEmail('ravi');
  await invite(admin, email);
  await expect(rowOf(admin, maskedEmail(email))).toContainText('Pending');
  const owner = await openPage('turfOwner');
  await openStaff(owner, '/turf-dashboard/users');
  await expect(rowOf(owner, email)).toContainText('Pending');
});
