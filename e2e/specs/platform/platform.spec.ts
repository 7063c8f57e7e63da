import type { Page } from '@playwright/test';
import { choose } from '../../fixtures/browser/choose.ts';
import { expect, test } from '../../fixtures/test.ts';
import { giveReason } from '../../fixtures/actions/support-access.ts';
import { linkTo } from '../../fixtures/servers/deliveries.ts';
import { fillIn, signIn } from '../../fixtures/actions/sign-in.ts';

test.use({ own: 'platform' });
test.describe.configure({ mode: 'serial' });

const longName = 'Sri Venkateswara Multispeciality Hospital and Research Institute of Tiruchirappalli';
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const suspendedText = 'This business is suspended: everything can be read, nothing can be changed. Please contact support.';

async function openTenants(page: Page): Promise<void> {
  await page.goto('/dashboard/tenants');
  await expect(page.getByRole('heading', { level: 1, name: 'Tenants Management' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Tenants' })).toBeVisible();
}

test('a super admin adds a clinic, its owner follows the letter, and the clinic is active', async ({ open, sandbox, consoleErrors }) => {
  consoleErrors.expect(/status of 428/);
  const page = await open('admin');
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

  const theirs = await open();
  await theirs.goto(await linkTo(sandbox, email));
  await theirs.getByLabel('New Password').fill('a new beginning');
  await theirs.getByRole('button', { name: 'Set Password' }).click();
  await theirs.getByRole('button', { name: 'OK' }).click();
  await expect(theirs).toHaveURL(/\/login/);
  await fillIn(theirs, email, 'a new beginning');
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(theirs).toHaveURL(/\/onboarding/);

  await page.reload();
  await expect(status).toHaveValue('Active');
  await page.getByRole('button', { name: `View ${longName}` }).click();
  await giveReason(page);
  await expect(page.getByRole('dialog', { name: longName })).toContainText('Lakshmi Narasimhan');
  await expect(page.getByRole('dialog', { name: longName })).toContainText('Not set up yet');
});

test('search and filters stay in the address and agree with the list', async ({ open }) => {
  const page = await open('admin');
  await openTenants(page);
  await page.getByLabel('Search tenants').fill('meera krishnan');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, 'Lotus Dental')).toBeVisible();
  await expect(page).toHaveURL(/search=meera/);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await choose(page.getByRole('combobox', { name: 'Plan', exact: true }), 'Enterprise');
  await expect(page.getByText('No matching tenants found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rowOf(page, 'City Care Clinic')).toBeVisible();
});

test('a suspended business reads on every screen, writes on none, and is told why', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 4(?:03|28)/);
  const [page, owner] = [await open('admin'), await open('lotusOwner')];
  await openTenants(page);
  const select = page.getByRole('combobox', { name: 'Status of Lotus Dental' });
  await choose(select, 'Suspended');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await giveReason(page);
  await expect(page.getByText('Lotus Dental is now suspended')).toBeVisible();
  await expect(select).toHaveValue('Suspended');

  for (const path of ['', '/appointments', '/schedule', '/employees', '/revenue', '/patients', '/settings', '/audit']) {
    await owner.goto(`/dashboard${path}`);
    await expect(owner.getByText(suspendedText), path).toBeVisible();
    await expect(owner.getByRole('heading', { level: 1 }), path).toBeVisible();
    for (const deed of [/New Appointment/, 'Invite User']) await expect(owner.getByRole('button', { name: deed }), path).toHaveCount(0);
  }
  await owner.goto('/dashboard/appointments');
  await expect(owner.locator('[data-row]').first()).toBeVisible();

  await choose(select, 'Active');
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(select).toHaveValue('Active');
  await owner.reload();
  await expect(owner.getByText(suspendedText)).toBeHidden();
  await expect(owner.getByRole('button', { name: '+ New Appointment' })).toBeVisible();
});

test('another plan counts at once, and the owner sees in the log who gave it', async ({ open }) => {
  const [page, owner] = [await open('admin'), await open('lotusOwner')];
  await openTenants(page);
  await choose(page.getByRole('combobox', { name: 'Plan of Lotus Dental' }), 'Premium');
  await expect(page.getByText(/250 bookings a month can be made/)).toBeVisible();
  await page.getByRole('button', { name: 'Change to Premium' }).click();
  await owner.goto('/dashboard/appointments');
  await expect(owner.getByRole('region', { name: 'Plan usage' })).toContainText('/ 250');
  await owner.goto('/dashboard/settings');
  await owner.getByRole('link', { name: 'Open the audit log' }).click();
  await expect(owner).toHaveURL(/\/dashboard\/audit$/);
  await expect(rowOf(owner, 'Subscription changed')).toContainText('From Basic to Premium');
  await choose(owner.getByRole('combobox', { name: 'What' }), 'Changes by the platform');
  await expect(rowOf(owner, 'Tenant status changed')).toHaveCount(2);
  await expect(rowOf(owner, 'Subscription changed')).toHaveCount(0);
});

test('a deleted business is gone for its people at once, and comes back whole', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const [page, owner] = [await open('admin'), await open('turfOwner')];
  await owner.goto('/turf-dashboard/bookings');
  await expect(owner.locator('[data-row]').first()).toBeVisible();
  await openTenants(page);
  await page.getByRole('button', { name: 'Delete Green Turf Arena' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete tenant' });
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await dialog.getByLabel('Type Green Turf Arena to confirm').fill('Green Turf Arena');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Green Turf Arena')).toHaveCount(0);
  // Without a click: the open page hears that its session has ended.
  await expect(owner).toHaveURL(/\/login/);

  await choose(page.getByRole('combobox', { name: 'Status', exact: true }), 'Deleted');
  await page.getByRole('button', { name: 'Restore Green Turf Arena' }).click();
  await expect(page.getByText('Green Turf Arena is restored')).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Status', exact: true }), 'All statuses');
  await expect(rowOf(page, 'Green Turf Arena')).toBeVisible();
  await fillIn(owner, 'owner@greenturf.example', 'demo1234');
  await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(owner).toHaveURL(/\/turf-dashboard/);
  await owner.goto('/turf-dashboard/bookings');
  await expect(owner.locator('[data-row]').first()).toBeVisible();
});

test('a person is signed out everywhere, deleted, and restored', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const [page, doctor] = [await open('admin'), await open('otherDoctor')];
  await doctor.goto('/dashboard');
  await expect(doctor.getByRole('heading', { level: 1 })).toBeVisible();
  // Without a business chosen, people come masked and are found by their whole address.
  await page.goto('/dashboard/users?search=farhan.qureshi@citycare.example');
  await page.getByRole('button', { name: 'Sign D••• F••• Q••• out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('D••• F••• Q••• is signed out everywhere')).toBeVisible();
  await expect(doctor).toHaveURL(/\/login/);

  await page.getByRole('button', { name: 'Delete D••• F••• Q•••' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No matching users found')).toBeVisible();
  await fillIn(doctor, 'farhan.qureshi@citycare.example', 'demo1234');
  await doctor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(doctor.getByText('Invalid email or password. Please try again.')).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Status' }), 'Deleted');
  await page.getByRole('button', { name: 'Restore D••• F••• Q•••' }).click();
  await expect(page.getByText('D••• F••• Q••• is restored')).toBeVisible();
  await doctor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(doctor).toHaveURL(/\/dashboard/);
});

test('a person deletes their own account with their password, and is gone from the staff at once', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 40[13]/);
  const [desk, owner] = [await open('turfDesk'), await open()];
  await desk.goto('/account');
  await desk.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password').fill('a wrong one');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Your account was not deleted: please check what you typed.')).toBeVisible();
  await dialog.getByLabel('Your password').fill('demo1234');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(desk).toHaveURL(/\/login/);
  await fillIn(desk, 'desk@greenturf.example');
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(desk.getByText('Invalid email or password. Please try again.')).toBeVisible();

  await signIn(owner, 'turfOwner');
  await owner.goto('/turf-dashboard/users');
  await expect(owner.getByRole('row').filter({ hasText: 'Karthik Shenoy' })).toBeVisible();
  await expect(owner.getByRole('row').filter({ hasText: 'Pooja Bhandari' })).toHaveCount(0);
});

test("a tenant's bookings are read for a reason, with nothing to press, and the tenant sees that", async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 428/);
  const page = await open('admin');
  await page.goto('/dashboard/appointments');
  await expect(page.getByText('Choose a business first')).toBeVisible();
  await page.getByRole('combobox', { name: 'Business' }).fill('city');
  await page.getByRole('option', { name: 'City Care Clinic' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Please give a reason first. The owners of this business see it.')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await giveReason(page);
  const table = page.getByRole('table', { name: 'Appointments' });
  await expect(table.getByRole('row').nth(3)).toBeVisible();
  await expect(table.getByRole('button')).toHaveCount(0);
  const owner = await open('owner');
  await owner.goto('/dashboard/audit?action=platform');
  await expect(rowOf(owner, 'The platform viewed the bookings').first()).toContainText('Ticket 812: a booking is missing');
});

test('prices and limits are edited with their effect said first', async ({ open }) => {
  const page = await open('admin');
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Edit Enterprise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Enterprise' });
  await dialog.getByLabel('Price a month').fill('3499');
  await expect(dialog.getByText(/₹3,499 applies to new payments/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Enterprise' })).toContainText('₹3,499');
});
