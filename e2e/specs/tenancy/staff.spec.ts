import type { Page } from '@playwright/test';
import { choose } from '../../fixtures/browser/choose.ts';
import { expect, test } from '../../fixtures/test.ts';
import { giveReason, masked } from '../../fixtures/actions/support-access.ts';
import { people } from '../../fixtures/data/people.ts';
import type { Sandbox } from '../../fixtures/servers/sandbox.ts';
import { fillIn } from '../../fixtures/actions/sign-in.ts';

test.use({ own: 'staff' });
test.describe.configure({ mode: 'serial' });

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const newAddress = (name: string) => `${name}.${Date.now().toString(36)}@people.example`;

async function openStaff(page: Page, path = '/dashboard/employees'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'User Management' })).toBeVisible();
}

/** The link in the letter to an address, once that has arrived. */
async function linkTo({ control }: Sandbox, email: string): Promise<string | undefined> {
  const letters = (await control.arrivals('mail')).map(({ content }) => content as { to: string[]; text: string });
  return /https?:\/\/\S*update-password\S+/.exec(letters.find(({ to }) => to.includes(email))?.text ?? '')?.[0];
}

async function invite(page: Page, email: string, role?: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email Address').fill(email);
  if (role) await choose(dialog.getByRole('combobox', { name: 'Role' }), role);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
}

test('an owner invites, the mail arrives, a second owner sees it come and go', async ({ open, sandbox, consoleErrors }) => {
  consoleErrors.expect(/status of 409/);
  const [page, other] = [await open('owner'), await open('owner')];
  await openStaff(page);
  await openStaff(other);
  const email = newAddress('lata');
  await invite(page, email, 'Doctor');
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  for (const screen of [page, other]) await expect(rowOf(screen, email)).toContainText(/Doctor.*Pending.*Until/);
  await expect
    .poll(async () => (await sandbox.control.arrivals('mail')).filter(({ content }) => JSON.stringify(content).includes(email)).length)
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

test('an invited person follows the link in the mail, sets a password, and works here from then on', async ({
  open,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/);
  const page = await open('owner');
  await openStaff(page);
  const email = newAddress('meera');
  await invite(page, email, 'Doctor');
  const link = () => linkTo(sandbox, email);
  await expect.poll(link).toMatch(/update-password/);

  const theirs = await open();
  await theirs.goto((await link()) ?? '');
  await theirs.getByLabel('New Password').fill('a new beginning');
  await theirs.getByRole('button', { name: 'Set Password' }).click();
  await theirs.getByRole('button', { name: 'OK' }).click();
  await expect(theirs).toHaveURL(/\/login/);
  await expect(rowOf(page, email)).toContainText('Active');
  await fillIn(theirs, email, 'a new beginning');
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(menu(theirs)).toContainText(['Patients']);
});

test('an owner finds people by name and by address', async ({ open }) => {
  const page = await open('owner');
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

test('a changed role shows on the open screen of that person, and a removed one is out', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 40[13]/);
  const [page, theirs] = [await open('owner'), await open('changingDoctor')];
  await theirs.goto('/dashboard');
  await expect(menu(theirs)).toContainText(['Patients']);
  await openStaff(page);
  const row = rowOf(page, people.changingDoctor);
  await choose(row.getByRole('combobox'), 'Employee');
  await expect(page.getByText('Change the role from Doctor to Employee?')).toBeVisible();
  await page.getByRole('button', { name: 'Change role' }).click();
  await expect(row.getByRole('combobox')).toHaveValue('Employee');
  await expect(menu(theirs)).toHaveText(['Dashboard', 'Appointments', 'Schedule']);

  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('Are you sure you want to remove this user?')).toBeVisible();
  await page.getByRole('button', { name: 'Remove user' }).click();
  await expect(row).toHaveCount(0);
  await expect(theirs).toHaveURL(/\/login/);
});

test('a doctor reads the list and changes nothing; a clinic employee has no such page', async ({ open }) => {
  const doctor = await open('doctor');
  await openStaff(doctor, '/employees');
  await expect(rowOf(doctor, people.owner)).toBeVisible();
  await expect(doctor.getByRole('button', { name: 'Invite User' })).toHaveCount(0);
  await expect(doctor.getByRole('combobox')).toHaveCount(0);
  const desk = await open('desk');
  await desk.goto('/dashboard/employees');
  await expect(desk.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('a ground invites owners and employees; its desk reads', async ({ open }) => {
  const owner = await open('turfOwner');
  await openStaff(owner, '/turf-dashboard/users');
  await owner.getByRole('button', { name: 'Invite User' }).click();
  await owner.getByRole('combobox', { name: 'Role', exact: true }).click();
  await expect(owner.getByRole('option')).toHaveText(['Business Owner', 'Employee']);
  const desk = await open('turfDesk');
  await openStaff(desk, '/turf-dashboard/employee/users');
  await expect(rowOf(desk, people.turfOwner)).toContainText('Business Owner');
  await expect(desk.getByRole('columnheader')).toHaveText(['User', 'Role', 'Status', 'Date Added']);
});

test('a super admin chooses a business and sees to its people; the business sees that they did', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 428/);
  const admin = await open('admin');
  await admin.goto('/dashboard/employees');
  await expect(admin.getByText('Choose a business first')).toBeVisible();
  await admin.goto('/dashboard/tenants');
  await rowOf(admin, 'Green Turf Arena').getByRole('button', { name: /^View/ }).click();
  await giveReason(admin);
  await admin.getByRole('link', { name: 'Manage its staff' }).click();
  await expect(rowOf(admin, masked(people.turfOwner)).getByRole('combobox', { name: /^Role of/ })).toHaveValue('Business Owner');
  const email = newAddress('ravi');
  await invite(admin, email);
  await expect(rowOf(admin, masked(email))).toContainText('Pending');
  const owner = await open('turfOwner');
  await openStaff(owner, '/turf-dashboard/users');
  await expect(rowOf(owner, email)).toContainText('Pending');
});
