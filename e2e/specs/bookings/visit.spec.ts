import type { Locator, Page } from '@playwright/test';
import { addDays } from '@samay/contract/core/time';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { pngFile } from '../../fixtures/data/sample-files.ts';
import { expect, test } from '../../fixtures/test.ts';

// A walk-in of another file goes to the doctor with the fewest waiting, and would be first here.
test.use({ dedicatedServer: 'visit' });

const doctor = 'Dr. Farhan Qureshi';
const [desk, phone] = [
  { width: 1366, height: 768 },
  { width: 360, height: 640 },
];
const rows = (page: Page) => page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
const inVisit = (page: Page, name: string) => page.getByRole('dialog', { name });

test("a doctor's minute: the next patient's history by one press or key, then note, photo and next visit in one place [P-8.28, P-8.35, P-8.36]", async ({
  openPage,
  apiAs,
  today,
}) => {
  const owner = await apiAs('owner');
  const resourceId = await owner.resourceNamed(doctor);
  const [first, second] = [uniqueName('First'), uniqueName('Second')];
  for (const personName of [first, second]) {
    const person = { personName, personContact: '+91 98200 11223', doctor: undefined, resourceId };
    // Not so long ago that the demo has locked the money of that month.
    for (const [days, note] of [
      [-27, 'Cough'],
      [-9, `Fever of ${personName}, paracetamol`],
    ] as const)
      await owner.createVisit(note, { ...person, date: addDays(today, days) });
    await owner.createAppointment({ ...person, walkIn: true });
  }
  const page = await openPage('otherDoctor');
  await page.setViewportSize(desk);
  await page.goto('/dashboard/queue');
  await expect(page.getByRole('combobox', { name: 'Whose queue' })).toHaveValue('Mine');
  await expect(rows(page).first()).toContainText(first);

  // Uses one press or one key, on a desk and on a phone.
  const visit = inVisit(page, first);
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.keyboard.press('h');
    await expectHistory(visit, first);
    await page.keyboard.press('Escape');
    await expect(visit).toBeHidden();
    await rows(page).first().getByRole('button', { name: first }).first().click();
    await expectHistory(visit, first);
    if (size === desk) continue;
    await page.keyboard.press('Escape');
    await expect(visit).toBeHidden();
  }

  // Checks that a desk shows all parts without scrolling.
  for (const part of [
    note(visit),
    visit.getByRole('button', { name: 'Upload prescription' }),
    nextVisit(visit),
    visit.getByRole('button', { name: 'Complete' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });

  await note(visit).pressSequentially('Throat red');
  await expect(visit.getByText('Saved')).toBeVisible();
  await choose(page, visit.getByRole('button', { name: 'Upload prescription' }));
  await expect(visit.getByRole('button', { name: 'View prescription' })).toBeVisible();
  await nextVisit(visit).click();
  await expect(visit.getByRole('button', { name: /^Booked: / })).toBeVisible();
  await visit.getByRole('button', { name: 'Undo' }).click();
  await expect(nextVisit(visit)).toBeVisible();
  await visit.getByRole('button', { name: 'Complete' }).click();
  await expect(visit).toBeHidden();
  await expect(rows(page).filter({ hasText: first })).toHaveCount(0);

  // Opens the person who is next now by the key, with the focus in the note. Typed text is saved
  // although the dialog is closed immediately.
  await expect(rows(page).first()).toContainText(second);
  await page.keyboard.press('h');
  await expectHistory(inVisit(page, second), second);
  await expect(note(inVisit(page, second))).toBeFocused();
  await page.keyboard.type('By keys');
  await page.keyboard.press('Escape');
  await expect(inVisit(page, second)).toBeHidden();

  // Takes a photo with two presses on a phone: one here, one on the camera.
  await page.setViewportSize(phone);
  await rows(page).first().getByRole('button', { name: second }).first().click();
  const onPhone = inVisit(page, second);
  await expectHistory(onPhone, second);
  await expect(note(onPhone)).toHaveValue('By keys');
  await choose(page, onPhone.getByRole('button', { name: 'Photograph' }));
  await expect(onPhone.getByRole('button', { name: 'Photograph again' })).toBeVisible();
  await expectAccessible(page, 'the visit');
  await onPhone.getByRole('button', { name: 'Complete' }).click();
  await expect(rows(page).filter({ hasText: second })).toHaveCount(0);
});

const note = (visit: Locator) => visit.getByRole('textbox', { name: 'Note' });

/**
 * Finds the button that books the next visit; on a day without a free start the first of those
 * around it.
 */
const nextVisit = (visit: Locator) =>
  visit.getByRole('button', { name: /^(Next visit in 2 weeks|Book [^a]* [ap]m$)/ }).first();

/** Checks that the last note can be read without scrolling. */
async function expectHistory(visit: Locator, name: string): Promise<void> {
  await expect(visit.getByText(`Fever of ${name}, paracetamol`)).toBeInViewport({ ratio: 1 });
  await expect(visit.getByText('Cough', { exact: true })).toBeInViewport({ ratio: 1 });
}

async function choose(page: Page, button: Locator): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(pngFile());
}
