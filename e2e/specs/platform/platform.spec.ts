import type { Page } from '@playwright/test';
import { fillSignInForm } from '../../fixtures/actions/sign-in.ts';
import { giveReason } from '../../fixtures/actions/support-access.ts';
import { chooseOption } from '../../fixtures/browser/interactions.ts';
import { passwordLinkTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

// These tests suspend and delete businesses.
test.use({ dedicatedServer: 'platform' });
test.describe.configure({ mode: 'serial' });

const longName = 'Sri Venkateswara Multispeciality Hospital and Research Institute of Tiruchirappalli';
const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const suspendedText =
  'This business is suspended: everything can be read, nothing can be changed. Please contact support.';

async function openTenants(page: Page): Promise<void> {
  await page.goto('/dashboard/tenants');
  await expect(page.getByRole('heading', { level: 1, name: 'Tenants Management' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Tenants' })).toBeVisible();
}

test('a super admin adds a clinic, its owner follows the email, and the clinic becomes active [P-14.3]', async ({
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
  await expect(findRow(page, longName)).toContainText('Lakshmi Narasimhan');

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

test("a suspended business can read and change nothing, and sees why; a changed plan applies immediately, and the owner's audit log shows both [P-1.9, P-14.4]", async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 4(?:03|28)/);
  const [page, owner] = [await openPage('admin'), await openPage('lotusOwner')];
  await openTenants(page);
  const select = page.getByRole('combobox', { name: 'Status of Lotus Dental' });
  await chooseOption(select, 'Suspended');
  await page.getByLabel('Reason').fill('October is not paid');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(page.getByText('Lotus Dental is now suspended')).toBeVisible();
  await expect(select).toHaveValue('Suspended');

  for (const path of ['/schedule', '/employees', '/appointments']) {
    await owner.goto(`/dashboard${path}`);
    await expect(owner.getByText(suspendedText), path).toBeVisible();
    await expect(owner.getByText('The reason: October is not paid'), path).toBeVisible();
    await expect(owner.getByRole('heading', { level: 1 }), path).toBeVisible();
    for (const name of [/New Appointment/, 'Invite User'])
      await expect(owner.getByRole('button', { name }), path).toHaveCount(0);
  }
  await expect(owner.locator('[data-row]').first()).toBeVisible();

  await chooseOption(select, 'Active');
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(select).toHaveValue('Active');
  await owner.reload();
  await expect(owner.getByText(suspendedText)).toBeHidden();
  await expect(owner.getByRole('button', { name: '+ New Appointment' })).toBeVisible();

  await chooseOption(page.getByRole('combobox', { name: 'Plan of Lotus Dental' }), 'Premium');
  await expect(page.getByText(/250 bookings a month can be made/)).toBeVisible();
  await page.getByRole('button', { name: 'Change to Premium' }).click();
  await owner.goto('/dashboard/appointments');
  await expect(owner.getByRole('region', { name: 'Plan usage' })).toContainText('/ 250');
  await owner.goto('/dashboard/settings');
  await owner.getByRole('link', { name: 'Open the audit log' }).click();
  await expect(owner).toHaveURL(/\/dashboard\/audit$/);
  await expect(findRow(owner, 'Subscription changed')).toContainText('From Basic to Premium');
  await chooseOption(owner.getByRole('combobox', { name: 'What' }), 'Changes by the platform');
  await expect(findRow(owner, 'Tenant status changed')).toHaveCount(2);
  await expect(findRow(owner, 'Subscription changed')).toHaveCount(0);
});

test('a deleted business signs its people out immediately, and can be restored with its data [P-15.7]', async ({
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
  await expect(findRow(page, 'Green Turf Arena')).toHaveCount(0);
  // Redirects without a click: the open page learns that its session has ended.
  await expect(owner).toHaveURL(/\/login/);

  await chooseOption(page.getByRole('combobox', { name: 'Status', exact: true }), 'Deleted');
  await page.getByRole('button', { name: 'Restore Green Turf Arena' }).click();
  await expect(page.getByText('Green Turf Arena is restored')).toBeVisible();
  await chooseOption(page.getByRole('combobox', { name: 'Status', exact: true }), 'All statuses');
  await expect(findRow(page, 'Green Turf Arena')).toBeVisible();
  await fillSignInForm(owner, 'owner@greenturf.example', 'demo1234');
  await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(owner).toHaveURL(/\/turf-dashboard/);
  await owner.goto('/turf-dashboard/bookings');
  await expect(owner.locator('[data-row]').first()).toBeVisible();
});

test("a super admin reads a tenant's bookings and schedule for a reason, without buttons, and the tenant sees the access [P-6.65, P-14.5]", async ({
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

  // Checks that the reason applies to the schedule too: its doctors, hours and bookings, and no
  // empty place to book.
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
  await expect(findRow(owner, 'The platform viewed services and hours').first()).toContainText(
    'Ticket 812: a booking is missing',
  );
  await expect(findRow(owner, 'The platform viewed the appointments').first()).toContainText(
    'Ticket 812: a booking is missing',
  );
});
