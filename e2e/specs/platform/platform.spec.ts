import type { Page } from '@playwright/test';
import { fillSignInForm, signIn } from '../../fixtures/actions/sign-in.ts';
import { giveReason } from '../../fixtures/actions/support-access.ts';
import { chooseOption } from '../../fixtures/browser/interactions.ts';
import { passwordLinkTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

// These tests suspend and delete businesses.
test.use({ dedicatedServer: 'platform' });
test.describe.configure({ mode: 'serial' });

const longName = 'Sri Venkateswara Multispeciality Hospital and Research Institute of Tiruchirappalli';
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const suspendedText =
  'This business is suspended: everything can be read, nothing can be changed. Please contact support.';

async function openTenants(page: Page): Promise<void> {
  await page.goto('/dashboard/tenants');
  await expect(page.getByRole('heading', { level: 1, name: 'Tenants Management' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Tenants' })).toBeVisible();
}

test('a super admin adds a clinic, its owner follows the email, and the clinic becomes active', async ({
  openPage,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 428/);
  const page = await openPage('admin');
  await openTenants(page);
  const email = `lakshmi.${Date.now().toString(36)}@people.example`;
  await page.getByRole('button', { name: 'Add Tenant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Tenant' });
  await dialog.getByLabel('Hospital/Clinic Name').fill(longName);
  await dialog.getByLabel('Admin Email').fill(email);
  await dialog.getByLabel('Owner Name').fill('Lakshmi Narasimhan');
  await dialog.getByRole('button', { name: 'Add Tenant' }).click();
  await expect(dialog).toBeHidden();
  const status = page.getByRole('combobox', { name: `Status of ${longName}` });
  await expect(status).toHaveValue('Pending');
  await expect(rowOf(page, longName)).toContainText('Lakshmi Narasimhan');

  const theirs = await openPage();
  await theirs.goto(await passwordLinkTo(sandbox, email));
  await theirs.getByLabel('New Password').fill('a new beginning');
  await theirs.getByRole('button', { name: 'Set Password' }).click();
  await theirs.getByRole('button', { name: 'OK' }).click();
  await expect(theirs).toHaveURL(/\/login/);
  await fillSignInForm(theirs, email, 'a new beginning');
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(theirs).toHaveURL(/\/onboarding/);

  await page.reload();
  await expect(status).toHaveValue('Active');
  await page.getByRole('button', { name: `View ${longName}` }).click();
  await giveReason(page);
  await expect(page.getByRole('dialog', { name: longName })).toContainText('Lakshmi Narasimhan');
  await expect(page.getByRole('dialog', { name: longName })).toContainText('Not set up yet');
});

test('search and filters are part of the URL and match the list', async ({ openPage }) => {
  const page = await openPage('admin');
  await openTenants(page);
  await page.getByLabel('Search tenants').fill('meera krishnan');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, 'Lotus Dental')).toBeVisible();
  await expect(page).toHaveURL(/search=meera/);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await chooseOption(page.getByRole('combobox', { name: 'Plan', exact: true }), 'Enterprise');
  await expect(page.getByText('No matching tenants found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rowOf(page, 'City Care Clinic')).toBeVisible();
});

test('a suspended business can read every screen and change nothing, and sees why', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 4(?:03|28)/);
  const [page, owner] = [await openPage('admin'), await openPage('lotusOwner')];
  await openTenants(page);
  const select = page.getByRole('combobox', { name: 'Status of Lotus Dental' });
  await chooseOption(select, 'Suspended');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await giveReason(page);
  await expect(page.getByText('Lotus Dental is now suspended')).toBeVisible();
  await expect(select).toHaveValue('Suspended');

  for (const path of [
    '',
    '/appointments',
    '/schedule',
    '/employees',
    '/revenue',
    '/patients',
    '/settings',
    '/audit',
  ]) {
    await owner.goto(`/dashboard${path}`);
    await expect(owner.getByText(suspendedText), path).toBeVisible();
    await expect(owner.getByRole('heading', { level: 1 }), path).toBeVisible();
    for (const name of [/New Appointment/, 'Invite User'])
      await expect(owner.getByRole('button', { name }), path).toHaveCount(0);
  }
  await owner.goto('/dashboard/appointments');
  await expect(owner.locator('[data-row]').first()).toBeVisible();

  await chooseOption(select, 'Active');
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(select).toHaveValue('Active');
  await owner.reload();
  await expect(owner.getByText(suspendedText)).toBeHidden();
  await expect(owner.getByRole('button', { name: '+ New Appointment' })).toBeVisible();
});

test("a changed plan applies at once, and the owner's audit log shows who changed it", async ({
  openPage,
}) => {
  const [page, owner] = [await openPage('admin'), await openPage('lotusOwner')];
  await openTenants(page);
  await chooseOption(page.getByRole('combobox', { name: 'Plan of Lotus Dental' }), 'Premium');
  await expect(page.getByText(/250 bookings a month can be made/)).toBeVisible();
  await page.getByRole('button', { name: 'Change to Premium' }).click();
  await owner.goto('/dashboard/appointments');
  await expect(owner.getByRole('region', { name: 'Plan usage' })).toContainText('/ 250');
  await owner.goto('/dashboard/settings');
  await owner.getByRole('link', { name: 'Open the audit log' }).click();
  await expect(owner).toHaveURL(/\/dashboard\/audit$/);
  await expect(rowOf(owner, 'Subscription changed')).toContainText('From Basic to Premium');
  await chooseOption(owner.getByRole('combobox', { name: 'What' }), 'Changes by the platform');
  await expect(rowOf(owner, 'Tenant status changed')).toHaveCount(2);
  await expect(rowOf(owner, 'Subscription changed')).toHaveCount(0);
});

test('a deleted business signs its people out at once, and can be restored with its data', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/);
  const [page, owner] = [await openPage('admin'), await openPage('turfOwner')];
  await owner.goto('/turf-dashboard/bookings');
  await expect(owner.locator('[data-row]').first()).toBeVisible();
  await openTenants(page);
  await page.getByRole('button', { name: 'Delete Green Turf Arena' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete tenant' });
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await dialog.getByLabel('Type Green Turf Arena to confirm').fill('Green Turf Arena');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Green Turf Arena')).toHaveCount(0);
  // Without a click: the open page learns that its session has ended.
  await expect(owner).toHaveURL(/\/login/);

  await chooseOption(page.getByRole('combobox', { name: 'Status', exact: true }), 'Deleted');
  await page.getByRole('button', { name: 'Restore Green Turf Arena' }).click();
  await expect(page.getByText('Green Turf Arena is restored')).toBeVisible();
  await chooseOption(page.getByRole('combobox', { name: 'Status', exact: true }), 'All statuses');
  await expect(rowOf(page, 'Green Turf Arena')).toBeVisible();
  await fillSignInForm(owner, 'owner@greenturf.example', 'demo1234');
  await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(owner).toHaveURL(/\/turf-dashboard/);
  await owner.goto('/turf-dashboard/bookings');
  await expect(owner.locator('[data-row]').first()).toBeVisible();
});

test('a person is signed out everywhere, deleted, and restored', async ({ openPage, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const [page, doctor] = [await openPage('admin'), await openPage('otherDoctor')];
  await doctor.goto('/dashboard');
  await expect(doctor.getByRole('heading', { level: 1 })).toBeVisible();
  // Without a chosen business, names are masked and people are found by their full email address.
  await page.goto('/dashboard/users?search=farhan.qureshi@citycare.example');
  await page.getByRole('button', { name: 'Sign D••• F••• Q••• out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('D••• F••• Q••• is signed out everywhere')).toBeVisible();
  await expect(doctor).toHaveURL(/\/login/);

  await page.getByRole('button', { name: 'Delete D••• F••• Q•••' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No matching users found')).toBeVisible();
  await fillSignInForm(doctor, 'farhan.qureshi@citycare.example', 'demo1234');
  await doctor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(doctor.getByText('Invalid email or password. Please try again.')).toBeVisible();
  await chooseOption(page.getByRole('combobox', { name: 'Status' }), 'Deleted');
  await page.getByRole('button', { name: 'Restore D••• F••• Q•••' }).click();
  await expect(page.getByText('D••• F••• Q••• is restored')).toBeVisible();
  await doctor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(doctor).toHaveURL(/\/dashboard/);
});

test('a person deletes their own account with their password, and disappears from the staff list at once', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 40[13]/);
  const [desk, owner] = [await openPage('turfDesk'), await openPage()];
  await desk.goto('/account');
  await desk.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password').fill('a wrong one');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Your account was not deleted: please check what you typed.')).toBeVisible();
  await dialog.getByLabel('Your password').fill('demo1234');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(desk).toHaveURL(/\/login/);
  await fillSignInForm(desk, 'desk@greenturf.example');
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(desk.getByText('Invalid email or password. Please try again.')).toBeVisible();

  await signIn(owner, 'turfOwner');
  await owner.goto('/turf-dashboard/users');
  await expect(owner.getByRole('row').filter({ hasText: 'Karthik Shenoy' })).toBeVisible();
  await expect(owner.getByRole('row').filter({ hasText: 'Pooja Bhandari' })).toHaveCount(0);
});

test("a super admin reads a tenant's bookings and schedule for a reason, without buttons, and the tenant sees the access", async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 428/);
  const page = await openPage('admin');
  await page.goto('/dashboard/appointments');
  await expect(page.getByText('Choose a business first')).toBeVisible();
  await page.getByRole('combobox', { name: 'Business' }).fill('city');
  await page.getByRole('option', { name: 'City Care Clinic' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(
    page.getByText('Please give a reason first. The owners of this business see it.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await giveReason(page);
  const table = page.getByRole('table', { name: 'Appointments' });
  await expect(table.getByRole('row').nth(3)).toBeVisible();
  await expect(table.getByRole('button')).toHaveCount(0);

  // The reason holds for the schedule as well: its doctors, hours and bookings, and no empty place
  // to book.
  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible();
  await page.getByRole('combobox', { name: 'Business' }).fill('city');
  await page.getByRole('option', { name: 'City Care Clinic' }).click();
  await page.getByRole('button', { name: 'Day', exact: true }).click();
  const doctor = page.getByRole('group', { name: 'Dr. Ananya Iyer', exact: true });
  await expect(doctor).toBeVisible();
  await expect(doctor.getByRole('button', { name: / to / })).toHaveCount(0);

  const owner = await openPage('owner');
  await owner.goto('/dashboard/audit?action=platform');
  await expect(rowOf(owner, 'The platform viewed services and hours').first()).toContainText(
    'Ticket 812: a booking is missing',
  );
  await expect(rowOf(owner, 'The platform viewed the appointments').first()).toContainText(
    'Ticket 812: a booking is missing',
  );
});

test("editing a plan's price shows its effect before saving", async ({ openPage }) => {
  const page = await openPage('admin');
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Edit Enterprise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Enterprise' });
  await dialog.getByLabel('Price a month').fill('3499');
  await expect(dialog.getByText(/₹3,499 applies to new payments/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Enterprise' })).toContainText('₹3,499');
});
