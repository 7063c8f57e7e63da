import type { Page } from '@playwright/test';
import { addDays, formatDate, getWeekday } from '@samay/contract/core/time';
import { openLivePage } from '../../fixtures/browser/network.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// Uses days far ahead: those near today have bookings of other tests.
for (const [view, name, daysAhead, onPhone] of [
  ['week', 'Week', 80, 'targets'],
  ['month', 'Month', 60, 'contrast'],
] as const) {
  test(`the ${view} view is part of the URL and accessible on every screen size [P-6.63, P-16.36]`, async ({
    openPage,
    apiAs,
    today,
  }) => {
    const personName = uniqueName('Seen');
    const day = addDays(today, daysAhead);
    const owner = await apiAs('owner');
    for (const time of ['07:00', '07:15'])
      await owner.createAppointment({ personName, date: day, time, duration: 15 });
    const page = await openPage('owner');
    // Opens all resources: the week of one doctor has no booking of another one, or of none.
    await page.goto(`/dashboard/schedule?view=${view}&day=${day}&resource=all`);
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByTitle(`7:00 am ${personName}, Scheduled`)).toBeAttached();
    await expectAccessible(page, `the ${view}`, onPhone);
  });
}

const longNames = [
  'Dr. Venkataraghavan Subramaniam Iyer',
  'Dr. Lakshminarasimha Rao Peddireddy',
  'Dr. Harpreet Kaur Ahluwalia Gill',
  'Dr. Chandrashekhar Balasubrahmanyam',
];

test('the schedule opens on today, has whole names above its columns, and the chosen view survives a reload [P-8.65, P-8.76]', async ({
  openPage,
  today,
}) => {
  const page = await openPage('owner', { viewport: { width: 360, height: 740 } });
  await page.route(/\/api\/resources\b/, async (route) => {
    const response = await route.fetch();
    // An unchanged list has no body.
    if (response.status() !== 200) return route.fulfill({ response });
    const { items } = (await response.json()) as { items: object[] };
    const json = { items: items.map((item, at) => ({ ...item, name: longNames[at % longNames.length] })) };
    return route.fulfill({ response, json });
  });
  await page.goto('/dashboard/schedule');
  await expect(
    page.getByRole('heading', { name: `${getWeekday(today)}, ${formatDate(today)}` }),
  ).toBeVisible();
  await expectWholeTitles(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByRole('button', { name: 'Next day' })).toBeVisible();
  await expectWholeTitles(page);
  await page.getByRole('button', { name: 'Month' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page).toHaveURL(/view=month&day=\d{4}-\d\d-01$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.locator('[aria-current=date]')).toHaveText(new RegExp(`^${Number(today.slice(8))}`));
});

test('a booking and a cancellation by a colleague appear live [P-6.63]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const day = addDays(today, 31);
  const name = uniqueName('Live');
  const page = await openPage('doctor');
  await openLivePage(page, `/dashboard/schedule?view=day&day=${day}`);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const owner = await apiAs('owner');
  const { id } = await owner.createAppointment({ personName: name, date: day });
  const booking = page.getByTitle(`12:00 pm ${name}, Scheduled`);
  await expect(booking).toBeVisible();
  await owner.cancelAppointment(id);
  await expect(booking).toHaveCount(0);
});

async function expectWholeTitles(page: Page): Promise<void> {
  for (const name of longNames) {
    const title = page.getByTitle(name, { exact: true }).first();
    await expect.poll(() => title.evaluate(wordsOnOneLine)).toEqual(name.split(' '));
  }
}

/** Lists the words of a title that are on one line each, and within it. */
function wordsOnOneLine(title: Element): string[] {
  const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode() as Text;
  const box = title.getBoundingClientRect();
  return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const [rect, ...others] = range.getClientRects();
    return rect && others.length === 0 && rect.left >= box.left && rect.right <= box.right ? [word] : [];
  });
}
