import type { Page } from '@playwright/test';
import { signInWithGoogle } from '../../fixtures/actions/google.ts';
import { expectStep, fillOpeningHours, pressNext, selectDays } from '../../fixtures/actions/onboarding.ts';
import { fillSignInForm } from '../../fixtures/actions/sign-in.ts';
import { chooseOption } from '../../fixtures/browser/interactions.ts';
import { uniqueEmail } from '../../fixtures/data/people.ts';
import { latestEmailTo, passwordLinkTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

// Follows a business from registration to a staff member who joins, changes role and is removed.
// Each person sees only the pages of their role.

test.use({ reducedMotion: 'no-preference' });

interface Business {
  readonly type: 'clinic' | 'turf';
  readonly name: string;
  readonly home: string;
  readonly staffPage: string;
  /** The role of the invitation, and its menu. */
  readonly invitedRole: string;
  readonly invitedMenu: readonly string[];
  /** The role after the owner's change, and its menu. */
  readonly changedRole: string;
  readonly changedMenu: readonly string[];
}

const businesses: readonly Business[] = [
  {
    type: 'clinic',
    name: 'Lakshmi Clinic',
    home: '/dashboard',
    staffPage: '/dashboard/employees',
    invitedRole: 'Doctor',
    invitedMenu: ['Dashboard', 'Appointments', 'Schedule', 'Patients', 'Settings'],
    changedRole: 'Employee',
    changedMenu: ['Dashboard', 'Appointments', 'Schedule'],
  },
  {
    type: 'turf',
    name: 'Monsoon Arena',
    home: '/turf-dashboard',
    staffPage: '/turf-dashboard/users',
    invitedRole: 'Employee (reception)',
    invitedMenu: ['Dashboard', 'Bookings', 'Schedule'],
    changedRole: 'Business Owner',
    changedMenu: ['Dashboard', 'Bookings', 'Schedule', 'User Management', 'Revenue', 'Settings'],
  },
];

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

for (const business of businesses) {
  test(`a ${business.type} registers, completes onboarding, invites a person, changes their role and removes them [P-3.6]`, async ({
    openPage,
    sandbox,
    consoleErrors,
  }) => {
    test.setTimeout(180_000);
    consoleErrors.expect(/status of 40[13]/);
    const [ownerEmail, invitedEmail] = [uniqueEmail(), uniqueEmail()];

    const owner = await openPage();
    await register(owner, business, ownerEmail);
    await setPassword(owner, await passwordLinkTo(sandbox, ownerEmail));
    await fillSignInForm(owner, ownerEmail, 'battery staple');
    await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
    await completeOnboarding(owner, business);
    await expect(owner).toHaveURL(business.home);
    await expect(owner.getByText(business.name, { exact: true })).toBeVisible();

    await owner.goto(business.staffPage);
    await invite(owner, invitedEmail, business.invitedRole);
    const row = owner.getByRole('row').filter({ hasText: invitedEmail });
    await expect(row).toContainText('Pending');
    expect((await latestEmailTo(sandbox, invitedEmail)).text).toContain(business.name);

    const invited = await openPage();
    await signInWithGoogle(invited, { email: invitedEmail, typed: 'verified' });
    await expect(menuOf(invited)).toHaveText([...business.invitedMenu]);
    await expect(row).toContainText('Active');

    await chooseOption(row.getByRole('combobox'), business.changedRole);
    await owner.getByRole('button', { name: 'Change role' }).click();
    await expect(menuOf(invited)).toHaveText([...business.changedMenu]);

    await row.getByRole('button', { name: /^Remove/ }).click();
    await owner.getByRole('button', { name: 'Remove user' }).click();
    await expect(row).toHaveCount(0);
    // Checks the page that was open, and any page that they open next.
    await expect(invited).toHaveURL(/\/(login|unauthorized)/);
    await invited.goto(business.home);
    await expect(invited).toHaveURL(/\/(login|unauthorized)/);
  });
}

async function register(page: Page, { name }: Business, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get started' }).first().click();
  await page.getByLabel('Business name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New Password').fill('battery staple');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(
    page.getByText('Password set successfully! You can now log in with your email and password.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/login');
}

async function completeOnboarding(page: Page, { type, name }: Business): Promise<void> {
  await expectStep(page, 'Choose business type');
  await page.getByText(type === 'clinic' ? 'Doctor / Hospital Owner' : 'Turf Owner').click();
  await pressNext(page);
  if (type === 'turf') {
    await expectStep(page, 'Turf name');
    await page.getByRole('textbox', { name: 'Turf name' }).fill(name);
    await pressNext(page);
  }
  await expectStep(page, 'Booking time slots');
  await fillOpeningHours(page, 1, '9', '6');
  await pressNext(page);
  await expectStep(page, 'Operating days');
  await selectDays(page, 'Monday', 'Saturday');
  await pressNext(page);
  await expectStep(page, 'Review');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email Address').fill(email);
  await chooseOption(dialog.getByRole('combobox', { name: 'Role' }), role);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  await page.keyboard.press('Escape');
}
