import type { Page } from '@playwright/test';
import { waitUntilStable } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// A walk-in of another file goes to the doctor with the fewest waiting, and would stand among these.
test.use({ dedicatedServer: 'queue' });

const doctor = 'Dr. Farhan Qureshi';
/** Returns a queue whose second person is called for the third time, and has an estimate as the third has. */
function callSecond(body: string): string {
  // One that has not changed.
  if (body === '') return body;
  const queue = JSON.parse(body) as { waiting: object[] };
  const estimate = { from: '2026-11-30T05:50:00.000Z', to: '2026-11-30T06:50:00.000Z' };
  const called = { token: 'A12', calls: 3, estimate };
  return JSON.stringify({
    ...queue,
    waiting: queue.waiting.map((entry, at) => {
      return at === 1 ? { ...entry, ...called } : at === 2 ? { ...entry, estimate } : entry;
    }),
  });
}

const rows = (page: Page) => page.getByRole('list', { name: 'Queue' }).getByRole('listitem');

test('a desk walks the queue: arrived, start, complete, each one press in the same place, by mouse, by keys and by thumb [P-8.15, P-8.16, P-8.17, P-8.18, P-8.19]', async ({
  openPage,
  apiAs,
}) => {
  const desk = await apiAs('desk');
  const resourceId = await desk.resourceNamed(doctor);
  const [first, second] = [uniqueName('Lakshmi Raman'), uniqueName('Thiruvengadam Second')];
  for (const personName of [first, second]) {
    await desk.createAppointment({
      personName,
      personContact: '+91 98200 11223',
      doctor: undefined,
      resourceId,
      walkIn: true,
    });
  }
  const page = await openPage('desk');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Queue' })).toBeVisible();
  // A booking is confirmed above the queue and moves no row of it.
  await expect(rows(page).first()).toBeVisible();
  await waitUntilStable(page);
  const top = (await rows(page).first().boundingBox())?.y;
  const [third, quick] = [uniqueName('Confirmed'), page.getByRole('region', { name: 'Quick appointment' })];
  await quick.getByRole('combobox', { name: 'Phone number' }).fill('98200 11224');
  await quick.getByRole('combobox', { name: 'Patient name' }).fill(third);
  await quick.getByRole('combobox', { name: 'Doctor' }).selectOption('Dr. Ananya Iyer');
  await quick.getByRole('button', { name: 'Book now' }).click();
  await expect(quick.getByRole('status').filter({ hasText: third })).toBeVisible();
  expect((await rows(page).first().boundingBox())?.y).toBe(top);
  await page.getByRole('heading', { name: 'Queue' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await expect(page).toHaveURL('/dashboard/queue');
  await page.getByRole('combobox', { name: 'Whose queue' }).click();
  await page.getByRole('option', { name: doctor }).click();
  const row = (name: string) => rows(page).filter({ hasText: name });
  const step = (deed: string, name: string) => page.getByRole('button', { name: `${deed} ${name}` });
  await expect(row(first)).toContainText('Walk-in');
  await expect.poll(async () => (await row(first).boundingBox())?.height).toBeLessThanOrEqual(45);
  // Shows the whole name next to its mark on a narrow desk too.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(row(first)).toContainText('Next');
  const cutOff = (name: string) =>
    row(name)
      .getByTitle(name)
      .evaluate((shown) => [shown.scrollWidth - shown.clientWidth, shown.scrollHeight - shown.clientHeight]);
  await expect.poll(() => cutOff(first)).toEqual([0, 0]);
  // Shows a long name in two lines on a phone.
  await page.setViewportSize({ width: 360, height: 640 });
  await expect.poll(() => cutOff(second)).toEqual([0, 0]);
  await page.setViewportSize({ width: 1280, height: 720 });

  // Uses the mouse: the press that begins a visit and the one that ends it are at one place.
  await expect(step('Arrived', first)).toHaveCount(0);
  await waitUntilStable(page);
  const before = await step('Start', first).boundingBox();
  await step('Start', first).click();
  await expect
    .poll(async () => step('Complete', first).boundingBox())
    .toMatchObject({ x: before?.x, width: before?.width });
  await expect(rows(page).first()).toContainText(first);
  await step('Complete', first).click();
  await expect(row(first)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(step('Complete', first)).toBeVisible();

  // Uses keys alone, on another screen; this one follows.
  const other = await openPage('owner');
  await other.goto('/dashboard/queue');
  await expect(rows(other).filter({ hasText: second })).toBeVisible();
  await rows(other).filter({ hasText: second }).getByRole('button', { name: second }).first().focus();
  // Waits for the other screen: this one may learn of a change first, and the next key applies to
  // the content of that one.
  for (const [key, deed] of [
    ['a', 'Complete'],
    ['u', 'Start'],
  ] as const) {
    await other.keyboard.press(key);
    for (const screen of [page, other])
      await expect(screen.getByRole('button', { name: `${deed} ${second}` })).toBeVisible();
  }
  await other.keyboard.press('x');
  await expect(row(second)).toHaveCount(0);
  await other.keyboard.press('?');
  await expect(other.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Arrived, Start, Complete',
  );

  // Uses the thumb: three lines, the same press, and what is due below it, as high to press.
  await page.setViewportSize({ width: 360, height: 640 });
  await expect.poll(async () => (await row(first).boundingBox())?.height).toBeLessThanOrEqual(93);
  const [above, due] = [step('Complete', first), row(first).getByRole('button', { name: /^Take ₹/ })];
  await expect.poll(async () => (await due.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const { y = 0, height = 0 } = (await above.boundingBox()) ?? {};
  expect((await due.boundingBox())?.y).toBeGreaterThanOrEqual(y + height - 2);
  await expect
    .poll(async () => (await row(first).getByTitle(first).boundingBox())?.width)
    .toBeGreaterThan(150);
  await step('Complete', first).click();
  await expect(row(first)).toHaveCount(0);
});

test('on a phone the court of who is expected is whole [P-8.17]', async ({ openPage, apiAs, today }) => {
  const api = await apiAs('turfOwner');
  const personName = uniqueName('Team');
  const resourceId = await api.resourceNamed('Half B');
  await api.createAppointment({ personName, date: today, time: '23:55', doctor: undefined, resourceId });
  const page = await openPage('turfOwner', { viewport: { width: 360, height: 640 } });
  // Makes all people expected, also in the last minutes of a day.
  await page.route('**/api/queue*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(/"stage":"\w+"/g, '"stage":"expected"'),
    });
  });
  await page.goto('/turf-dashboard/queue');
  const court = rows(page).filter({ hasText: personName }).getByTitle('Half B');
  await expect.poll(() => court.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
});

test('at 1366 × 768 ten rows are in sight, with the whole doctor and reference, in columns that no other row moves, and so are the buttons of the details; a phone’s queue has doctor, number and stage [P-8.62, P-8.63, P-8.64, P-8.77]', async ({
  openPage,
  apiAs,
}) => {
  const desk = await apiAs('desk');
  const ten = 'Dr. Harpreet Kaur Gill';
  const resourceId = await desk.resourceNamed(ten);
  const surname = uniqueName('Ten');
  const contact = '+91 98200 11223';
  const walkIn = { personContact: contact, doctor: undefined, resourceId, walkIn: true };
  for (let place = 0; place < 10; place += 1)
    await desk.createAppointment({ personName: `${place} ${surname}`, ...walkIn });
  const long = 'Dr. Venkata Subrahmanya Lakshminarasimha Rao';
  const page = await openPage('desk', { viewport: { width: 1366, height: 768 } });
  await page.route(/\/api\/(queue|appointments|resources)\b/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(ten, long);
    await route.fulfill({
      response,
      body: route.request().url().includes('queue') ? callSecond(body) : body,
    });
  });
  const isCut = (shown: HTMLElement) =>
    shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight;
  const wholeRows = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);

  await page.goto('/dashboard/queue');
  await page.getByRole('combobox', { name: 'Whose queue' }).click();
  await page.getByRole('option', { name: long }).click();
  const queued = rows(page).filter({ hasText: surname });
  await expect(queued).toHaveCount(10);
  await expect.poll(() => wholeRows('[data-queued]')).toBeGreaterThanOrEqual(10);
  await expect.poll(() => queued.first().getByTitle(long).evaluate(isCut)).toBe(false);
  const columns = async () => {
    const cells = queued.first().getByRole('button').or(queued.first().getByRole('link'));
    return Promise.all((await cells.all()).map(async (cell) => (await cell.boundingBox())?.x));
  };
  const before = await columns();
  const widest = uniqueName('Thiruvengadam Lakshminarasimha Subrahmanya');
  await desk.createAppointment({ ...walkIn, personName: widest, personContact: '+91 98200 11224 / 11225' });
  await expect(rows(page).filter({ hasText: widest })).toBeVisible();
  expect(await columns()).toEqual(before);
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(queued.first().getByTitle(long)).toBeVisible();
  const number = queued.first().getByText(contact).filter({ visible: true });
  await expect(number).toHaveText(contact);
  await expect.poll(() => number.evaluate(isCut)).toBe(false);
  const stage = queued.first().getByText('Walk-in');
  await expect.poll(() => stage.evaluate(isCut)).toBe(false);
  for (const said of ['Called 3 times', '11:20 am–12:20 pm']) {
    const shown = queued.getByText(said).filter({ visible: true });
    await expect(shown).toHaveCount(1);
    await expect.poll(() => shown.locator('..').evaluate(isCut)).toBe(false);
  }

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/dashboard/appointments?search=${encodeURIComponent(surname)}`);
  const listed = page.locator('[data-row]');
  await expect(listed).toHaveCount(10);
  await expect.poll(() => wholeRows('[data-row]')).toBe(10);
  for (const whole of [long, /^booking_\d+$/])
    await expect.poll(() => listed.first().getByTitle(whole).evaluate(isCut)).toBe(false);
  const covering = listed
    .first()
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const edge = cell.getBoundingClientRect().right + 1;
        const range = document.createRange();
        return [...cell.querySelectorAll('*')]
          .filter((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          .filter((part) => part.getBoundingClientRect().width > 1)
          .flatMap((part) => [...part.childNodes])
          .filter((node) => {
            range.selectNode(node);
            return node.nodeType === Node.TEXT_NODE && range.getBoundingClientRect().right > edge;
          })
          .map(({ textContent }) => textContent);
      }),
    );
  expect(await covering, 'texts that cover the next column').toEqual([]);
  await listed
    .first()
    .getByRole('button', { name: /^View \d/ })
    .click();
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details.getByRole('button', { name: /^More actions/ })).toBeInViewport({ ratio: 1 });
});
