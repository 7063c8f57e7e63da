import type { Page } from '@playwright/test';
import { appointmentForm, findRow } from '../../fixtures/actions/appointments.ts';
import { tabTo } from '../../fixtures/browser/interactions.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// Keyboard shortcuts, the command palette and the setup checklist.

test.use({ reducedMotion: 'no-preference' });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });

test('book and cancel with keyboard shortcuts alone [P-16.25]', async ({ openPage }) => {
  const page = await openPage('desk');
  const name = uniqueName('Anusuya');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();

  await page.keyboard.press('n');
  const dialog = appointmentForm(page);
  await expect(dialog.getByLabel('Patient Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  // Fills in a number, with which no email is needed.
  await expect(dialog.getByLabel('Contact (optional)')).toBeFocused();
  await page.keyboard.type('98765 01234');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { name: 'Appointments', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Search appointments')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search appointments')).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(findRow(page, name)).toBeVisible();
  await tabTo(page, findRow(page, name).getByRole('button', { name: /^View/ }).first());
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details.getByText(name)).toBeVisible();
  await tabTo(page, details.getByRole('button', { name: /^Cancel/ }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Cancel appointment' });
  await expect(question.getByText('Are you sure you want to cancel this appointment?')).toBeVisible();
  await tabTo(page, question.getByRole('button', { name: 'Cancel appointment', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No matching appointments found')).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Show all' }));
  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search this page'),
  ).toBeVisible();
});

test('the palette opens pages, patients and bookings, as far as the role may see them [P-16.24, P-16.52]', async ({
  openPage,
  apiAs,
}) => {
  const booked = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('Palani'), personContact: '+91 70000 98765' });
  const owner = await openPage('owner');
  await owner.goto('/dashboard');
  await owner.getByRole('button', { name: 'Search and commands' }).click();
  await expect(owner.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await owner.keyboard.type('audit');
  await owner.keyboard.press('Enter');
  await expect(owner).toHaveURL('/dashboard/audit');
  await owner.keyboard.press('Control+k');
  await expect(owner.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await owner.keyboard.type(booked.personName);
  await expect(palette(owner).getByRole('group', { name: 'Appointments' }).getByRole('option')).toHaveCount(
    1,
  );
  await palette(owner).getByRole('group', { name: 'Patients' }).getByRole('option').click();
  await expect(owner.getByRole('heading', { name: booked.personName, level: 1 })).toBeVisible();

  // Repeats it on a phone, and for a role without the list of patients.
  const desk = await openPage('desk', { viewport: { width: 360, height: 740 } });
  await desk.goto('/dashboard');
  await desk.getByRole('button', { name: 'Search and commands' }).click();
  await desk.getByRole('combobox', { name: 'Search and commands' }).fill(booked.personName);
  await palette(desk).getByRole('group', { name: 'Appointments' }).getByRole('option').click();
  await expect(
    desk.getByRole('dialog', { name: 'Appointment Details' }).getByText(booked.personName),
  ).toBeVisible();
  await expect(palette(desk)).toBeHidden();
});

test('an established home has no first steps; they come back by the palette, and hiding them can be undone [P-3.21]', async ({
  openPage,
}) => {
  const page = await openPage('lotusOwner');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Bookings' })).toBeVisible();
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('first steps');
  await palette(page)
    .getByRole('option', { name: /Show first steps/ })
    .click();
  await expect(steps.getByRole('heading', { name: 'Who works with you?' })).toBeVisible();
  await expectAccessible(page);
  await steps.getByRole('button', { name: 'Hide' }).click();
  await expect(steps).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(steps.getByRole('textbox', { name: 'Email' })).toBeVisible();
});
