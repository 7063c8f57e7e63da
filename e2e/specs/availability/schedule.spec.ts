import type { Locator, Page } from '@playwright/test';
import { addDays } from '@samay/contract/core/time';
import { Finger } from '../../fixtures/browser/finger.ts';
import type { ApiClient } from '../../fixtures/data/api-client.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const hourPx = 96;

/** Books Half A of the ground. */
async function bookHalf(api: ApiClient, { name, date, time }: { name: string; date: string; time: string }) {
  const resourceId = await api.resourceNamed('Half A');
  return await api.createAppointment({ personName: name, date, time, resourceId, doctor: undefined });
}

async function openDay(page: Page, day: string): Promise<void> {
  await page.goto(`/turf-dashboard/employee/schedule?view=day&day=${day}`);
  await expect(page.getByRole('group', { name: 'Half B', exact: true })).toBeVisible();
}

const column = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const blockIn = (page: Page, court: string, name: string) =>
  column(page, court).getByRole('button', { name });

async function middleOf(block: Locator): Promise<{ x: number; y: number }> {
  const box = await block.boundingBox();
  if (!box) throw new Error('nothing to drag');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Drags an element that does not move and is not covered, by the mouse, in two moves as a hand
 * does.
 */
async function drag(page: Page, from: Locator, by: { x: number; y: number }): Promise<void> {
  await from.hover();
  const { x, y } = await middleOf(from);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2);
  await page.mouse.move(x + by.x, y + by.y);
  await page.mouse.up();
}

test('a booking is dragged to another court and time and made longer, and each is taken back [P-6.58]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const day = addDays(today, 41);
  const name = uniqueName('Drag');
  await bookHalf(await apiAs('turfDesk'), { name, date: day, time: '09:00' });
  const page = await openPage('turfDesk');
  await openDay(page, day);
  const block = blockIn(page, 'Half A', name);
  const { width = 0 } = (await column(page, 'Half A').boundingBox()) ?? {};
  await drag(page, block, { x: width, y: 2 * hourPx });
  await expect(blockIn(page, 'Half B', name)).toContainText('11:00 am – 12:00 pm');
  await expect(page.getByText(new RegExp(`^${name} moved to .+, 11:00 am, Half B$`))).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(block).toContainText('9:00 – 10:00 am');

  await drag(page, column(page, 'Half A').locator('li', { hasText: name }).locator('[data-edge]'), {
    x: 0,
    y: hourPx / 2,
  });
  await expect(block).toContainText('9:00 – 10:30 am');
  await expect(page.getByText(`${name} now has 90 minutes`)).toBeVisible();
  await page.reload();
  await expect(block).toContainText('9:00 – 10:30 am');
});

test('a phone scrolls by a swipe over a booking, drags one by a finger that rests on it first, and says without a scroll which hours are free tonight [P-6.53, P-6.58]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const day = addDays(today, 45);
  const name = uniqueName('Touch');
  await bookHalf(await apiAs('turfDesk'), { name, date: day, time: '11:00' });
  const page = await openPage('turfDesk', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await openDay(page, day);
  const block = blockIn(page, 'Half A', name);
  await block.scrollIntoViewIfNeeded();
  const finger = await Finger.on(page);
  const top = async () => (await middleOf(block)).y;
  const before = await top();
  await finger.down(await middleOf(block));
  await finger.move({ x: 0, y: -120 });
  await finger.up();
  await expect.poll(top).toBeLessThan(before - 60);
  await expect(block).toContainText('11:00 am – 12:00 pm');

  // Waits while the swipe continues for a moment.
  const moves = async () => (await top()) - (await page.waitForTimeout(100).then(top));
  await expect.poll(moves).toBe(0);
  // Scrolls the booking into view: depending on the machine, it may be beyond the edge, or under
  // the bar.
  await block.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await finger.down(await middleOf(block));
  await expect(page.locator('[data-moving]')).toBeAttached();
  await finger.move({ x: 128, y: hourPx });
  await finger.up();
  await expect(blockIn(page, 'Half B', name)).toContainText('12:00 – 1:00 pm');

  await page.goto('/turf-dashboard/employee/schedule');
  const answer = page.getByText(/^(Free tonight|Nothing is free tonight)$/);
  await expect(answer).toBeInViewport({ ratio: 1 });
  const hours = page.getByRole('group', { name: /^Free tonight/ });
  // Waits for the answer: late in the evening there may be no start.
  for (const court of await hours.all()) {
    for (const hour of await court.getByRole('button').all()) await expect(hour).toBeInViewport({ ratio: 1 });
  }
});
