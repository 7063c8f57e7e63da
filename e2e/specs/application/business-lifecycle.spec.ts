import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { choose } from '../../fixtures/browser/choose.ts';
import { signInWithGoogle } from '../../fixtures/actions/google.ts';
import { expect, test } from '../../fixtures/test.ts';
import { letterTo, linkTo } from '../../fixtures/servers/deliveries.ts';
import { answerSlot, chooseDays, goOn, seeStep } from '../../fixtures/actions/onboarding.ts';
import { fillIn } from '../../fixtures/actions/sign-in.ts';

// From a stranger to a business with people who come and go: everyone gets in, and only where they belong.

test.use({ reducedMotion: 'no-preference' });

interface Business {
  readonly type: 'clinic' | 'turf';
  readonly name: string;
  readonly home: string;
  readonly staffPage: string;
  /** The role of an invitation, the menu it opens, and the menu after the owner has changed it. */
  readonly invitedAs: string;
  readonly menu: readonly string[];
  readonly becomes: string;
  readonly menuThen: readonly string[];
}

const businesses: readonly Business[] = [
  {
    type: 'clinic',
    name: 'Lakshmi Clinic',
    home: '/dashboard',
    staffPage: '/dashboard/employees',
    invitedAs: 'Doctor',
    menu: ['Dashboard', 'Appointments', 'Schedule', 'Patients', 'Settings'],
    becomes: 'Employee',
    menuThen: ['Dashboard', 'Appointments', 'Schedule'],
  },
  {
    type: 'turf',
    name: 'Monsoon Arena',
    home: '/turf-dashboard',
    staffPage: '/turf-dashboard/users',
    invitedAs: 'Employee',
    menu: ['Dashboard', 'Bookings', 'Schedule'],
    becomes: 'Business Owner',
    menuThen: ['Dashboard', 'Bookings', 'Schedule', 'User Management', 'Revenue', 'Settings'],
  },
];

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

for (const business of businesses) {
  test(`a ${business.type}: begun from nothing, set up, staffed, and left again`, async ({ open, sandbox, consoleErrors }) => {
    test.setTimeout(180_000);
    consoleErrors.expect(/status of 40[13]/);
    const [ownersAddress, invitedAddress] = [`${randomUUID()}@people.example`, `${randomUUID()}@people.example`];

    const owner = await open();
    await begin(owner, business, ownersAddress);
    await setPassword(owner, await linkTo(sandbox, ownersAddress));
    await fillIn(owner, ownersAddress, 'battery staple');
    await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
    await setUp(owner, business);
    await expect(owner).toHaveURL(business.home);
    await expect(owner.getByText(business.name, { exact: true })).toBeVisible();

    await owner.goto(business.staffPage);
    await invite(owner, invitedAddress, business.invitedAs);
    const row = owner.getByRole('row').filter({ hasText: invitedAddress });
    await expect(row).toContainText('Pending');
    expect((await letterTo(sandbox, invitedAddress)).text).toContain(business.name);

    const invited = await open();
    await signInWithGoogle(invited, { email: invitedAddress, typed: 'verified' });
    await expect(menuOf(invited)).toHaveText([...business.menu]);
    await expect(row).toContainText('Active');

    await choose(row.getByRole('combobox'), business.becomes);
    await owner.getByRole('button', { name: 'Change role' }).click();
    await expect(menuOf(invited)).toHaveText([...business.menuThen]);

    await row.getByRole('button', { name: /^Remove/ }).click();
    await owner.getByRole('button', { name: 'Remove user' }).click();
    await expect(row).toHaveCount(0);
    // The page that was open, and whatever they try next.
    await expect(invited).toHaveURL(/\/(login|unauthorized)/);
    await invited.goto(business.home);
    await expect(invited).toHaveURL(/\/(login|unauthorized)/);
  });
}

async function begin(page: Page, { name }: Business, email: string): Promise<void> {
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
  await expect(page.getByText('Password set successfully! You can now log in with your email and password.')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/login');
}

async function setUp(page: Page, { type, name }: Business): Promise<void> {
  await seeStep(page, 'Choose business type');
  await page.getByText(type === 'clinic' ? 'Doctor / Hospital Owner' : 'Turf Owner').click();
  await goOn(page);
  if (type === 'turf') {
    await seeStep(page, 'Turf name');
    await page.getByRole('textbox', { name: 'Turf name' }).fill(name);
    await goOn(page);
  }
  await seeStep(page, 'Booking time slots');
  await answerSlot(page, 1, '9', '6');
  await goOn(page);
  await seeStep(page, 'Operating days');
  await chooseDays(page, 'Monday', 'Saturday');
  await goOn(page);
  await seeStep(page, 'Review');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email Address').fill(email);
  await choose(dialog.getByRole('combobox', { name: 'Role' }), role);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  await page.keyboard.press('Escape');
}
