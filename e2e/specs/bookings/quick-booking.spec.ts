import type { Locator, Page } from '@playwright/test';
import { formatRupees } from '@samay/contract/core/money';
import { addDays, formatDay, formatWeekday } from '@samay/contract/core/time';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { Counted } from '../../fixtures/browser/counted.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const sizes = [
  ['a desk', { width: 1366, height: 768 }, 3],
  ['a phone', { width: 360, height: 640 }, 4],
] as const;

let last = 0;

/** Returns an unused telephone number. */
function uniqueNumber(): string {
  last = Math.max(last + 1, Date.now());
  return `9${String(last).slice(-9)}`;
}

const quick = (page: Page) => page.getByRole('region', { name: /^Quick / });
const number = (page: Page) => quick(page).getByRole('combobox', { name: 'Phone number' });
const name = (page: Page) => quick(page).getByRole('combobox', { name: /name$/ });

/**
 * Books by the last press. The booking is shown at the form, and in the list, where it glows; the
 * form is empty, with the focus in the number. The page itself watches for the glow from before the
 * press: a busy machine may check only after it is over.
 */
async function expectBooked(page: Page, person: string, lastPress: () => Promise<void>): Promise<void> {
  const glows = page.waitForFunction(
    (name) =>
      [...document.querySelectorAll('[data-row][data-fresh]')].some((row) => row.textContent.includes(name)),
    person,
  );
  await Promise.all([glows, lastPress()]);
  await expect(quick(page).getByRole('status').filter({ hasText: person })).toBeVisible();
  await expect(name(page)).toHaveValue('');
  await expect(number(page)).toHaveValue('');
  await expect(number(page)).toBeFocused();
}

for (const [where, viewport, most] of sizes) {
  test(`at ${where} a known number is booked in ${most} presses and a field, a new one in ${most} and two, and a known person for tomorrow in four and a field [P-8.22, P-8.37]`, async ({
    openPage,
    apiAs,
    today,
  }) => {
    const [known, fresh] = [uniqueName('Lakshmi Narasimhan'), uniqueName('Gurmeet Kaur')];
    const contact = uniqueNumber();
    await (await apiAs('owner')).openOn(addDays(today, 1));
    await (await apiAs('desk')).createAppointment({ personName: known, personContact: contact, date: today });
    const page = await openPage('desk', { viewport });
    await openAppointmentList(page);

    const first = new Counted(page, 'Walk-in, a known number', [most, 1]);
    await number(page).click();
    await first.type(number(page), contact);
    await first.press(page.getByRole('option', { name: new RegExp(known) }));
    await expect(name(page)).toHaveValue(known);
    await expectBooked(page, known, () => first.press(quick(page).getByRole('button', { name: 'Book now' })));
    first.end();

    const second = new Counted(page, 'Walk-in, a new number', [most, 2]);
    await second.type(number(page), uniqueNumber());
    await second.type(name(page), fresh);
    await second.press(quick(page).getByRole('radio', { name: 'Now' }));
    const doctor = await quick(page)
      .getByRole('combobox', { name: 'Doctor' })
      .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '');
    expect(doctor).toMatch(/^Dr\. /);
    await expectBooked(page, fresh, () =>
      second.press(quick(page).getByRole('button', { name: 'Book now' })),
    );
    second.end();
    await expect(findRow(page, fresh)).toContainText(doctor);

    const tomorrow = new Counted(page, 'Known person, tomorrow at a time', [4, 1]);
    await number(page).click();
    await tomorrow.type(number(page), contact);
    await tomorrow.press(page.getByRole('option', { name: new RegExp(known) }));
    await tomorrow.press(quick(page).getByRole('radio', { name: 'Tomorrow' }));
    const times = quick(page).getByRole('radiogroup', { name: 'Time' });
    await expect(times.getByRole('radio', { name: 'Now' })).toHaveCount(0);
    await tomorrow.press(times.locator('label').nth(1));
    await tomorrow.press(quick(page).getByRole('button', { name: /^Book \w{3} \d+, / }));
    // The weekday, or in another year the year.
    await expect(
      quick(page)
        .getByRole('status')
        .filter({ hasText: formatDay(addDays(today, 1)) }),
    ).toBeVisible();
    tomorrow.end();
    expect(tomorrow.presses).toBe(4);

    await expect(number(page)).toBeFocused();
    await page.keyboard.type('As');
    await expect(name(page)).toHaveValue('As');
    await expect(number(page)).toHaveValue('');
    await openAppointmentList(page, `?from=${addDays(today, 1)}`);
    await number(page).click();
    await expect(quick(page).getByRole('radio', { name: 'Tomorrow' })).toBeChecked();
    await expect(quick(page).getByRole('button', { name: 'Book', exact: true })).toBeVisible();
    if (where === 'a phone') await expectAccessible(page, 'the list on tomorrow');
  });
}

test('a household: three people of one number in five presses and four fields, on a phone in one press more [P-7.31]', async ({
  openPage,
}) => {
  const page = await openPage('desk', { viewport: { width: 360, height: 640 } });
  await openAppointmentList(page);
  const onPhone = new Counted(page, 'Family of three', [6, 4]);
  await onPhone.press(number(page));
  await bookHousehold(page, onPhone);
  onPhone.end();
  await expectAccessible(page);

  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(number(page)).toBeFocused();
  const atDesk = new Counted(page, 'Family of three', [5, 4]);
  await bookHousehold(page, atDesk);
  atDesk.end();
  expect([onPhone.presses, atDesk.presses]).toEqual([6, 5]);
});

async function bookHousehold(page: Page, counted: Counted): Promise<void> {
  const [contact, people] = [uniqueNumber(), ['Asha Pai', 'Uma Pai', 'Ravi Pai'].map(uniqueName)];
  await counted.type(number(page), contact);
  for (const [index, person] of people.entries()) {
    if (index > 0) {
      await counted.press(quick(page).getByRole('button', { name: `Same number: ${contact}` }));
      await expect(number(page)).toHaveValue(contact);
      await expect(name(page)).toBeFocused();
    }
    await counted.type(name(page), person);
    await expectBooked(page, person, () =>
      counted.press(quick(page).getByRole('button', { name: 'Book now' })),
    );
  }
}

test('below the form people have room: ten at a desk, nine on a tablet, two and a half on a phone; by keys alone a number is booked in as few presses as by mouse, and its confirmation moves no row [P-5.46, P-8.21, P-8.22]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const [known, fresh] = [uniqueName('Anjali Menon'), uniqueName('Bala Krishnan')];
  const contact = uniqueNumber();
  await (await apiAs('desk')).createAppointment({ personName: known, personContact: contact, date: today });
  const page = await openPage('desk');
  await openAppointmentList(page);
  for (const [width, height, people] of [
    [1366, 768, 10],
    [1024, 768, 9],
    [360, 640, 2.5],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.locator('[data-row]').first()).toBeVisible();
    // A table's row is as high as one with a short name; a longer name takes a second line.
    const room = () =>
      page.locator('[data-row]').evaluateAll((rows, isTable) => {
        const heights = rows.map(
          (row) => row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(row).marginBottom),
        );
        const top = rows[0]?.getBoundingClientRect().top ?? 0;
        return (innerHeight - top) / (isTable ? Math.min(...heights) : (heights[0] ?? 0));
      }, width >= 1024);
    await expect.poll(room).toBeGreaterThanOrEqual(people);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.keyboard.press('b');
  await expect(number(page)).toBeFocused();
  const searchTop = async () => (await page.getByPlaceholder(/^Search by/).boundingBox())?.y;
  const kept = await searchTop();

  const first = new Counted(page, 'Walk-in, a known number, by keys', [3, 1]);
  await first.type(number(page), contact);
  await first.key('Enter');
  await expect(name(page)).toHaveValue(known);
  await expectBooked(page, known, () => first.key('Enter'));
  expect(await searchTop()).toBe(kept);
  first.end();

  const second = new Counted(page, 'Walk-in, a new number, by keys', [3, 2]);
  await second.type(number(page), uniqueNumber());
  await page.keyboard.press('Tab');
  await second.type(name(page), fresh);
  await expectBooked(page, fresh, () => second.key('Enter'));
  second.end();
});

test('a turf chooses the time: a chip of the day takes the court, and the same key leads here from another page [P-8.21]', async ({
  openPage,
}) => {
  const person = uniqueName('Team Kabir');
  const page = await openPage('turfOwner', { viewport: { width: 1366, height: 768 } });
  await page.goto('/turf-dashboard/revenue');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Quick booking');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(number(page)).toBeFocused();

  const counted = new Counted(page, 'Turf, the next free hour, by keys', [3, 2]);
  await counted.type(number(page), uniqueNumber());
  await page.keyboard.press('Tab');
  await counted.type(name(page), person);
  await counted.key('Enter');
  await expect(quick(page).getByText('Please choose a time')).toBeVisible();
  await expect(quick(page).getByRole('radio', { name: /^Next free/ })).toBeVisible();
  await counted.key('ArrowRight');
  await counted.key('Enter');
  await expect(quick(page).getByRole('status').filter({ hasText: person })).toBeVisible();
  await expect(quick(page).getByRole('status').filter({ hasText: 'until' })).toBeVisible();
  counted.end();
});

for (const [where, viewport, most] of sizes) {
  test(`a turf at ${where} books 7 to 9 pm in ${most} presses and two fields, and the button says what is written [P-6.73, P-6.76, P-6.105]`, async ({
    openPage,
    apiAs,
    today,
  }) => {
    const person = uniqueName('Team Zoya');
    // Chooses a day beyond the demo's bookings, for each size its own.
    const date = addDays(today, where === 'a desk' ? 50 : 51);
    const page = await openPage('turfOwner', { viewport });
    await page.goto(`/turf-dashboard/bookings?from=${date}`);
    if (where === 'a desk') {
      await expectHoursInSight(page);
      await page.reload();
    }
    const counted = new Counted(page, 'Turf, 7 to 9 pm', [most, 2]);
    await number(page).click();
    await counted.type(number(page), uniqueNumber());
    await counted.type(name(page), person);
    await counted.press(quick(page).getByRole('radio', { name: '120' }));
    const times = quick(page).getByRole('radiogroup', { name: 'Time' });
    await counted.press(times.getByText('7:00 pm', { exact: true }));
    const button = quick(page).getByRole('button', { name: /^Book / });
    const said = await button.textContent();
    await counted.press(button);
    await expect(quick(page).getByRole('status').filter({ hasText: person })).toBeVisible();
    counted.end();

    const { items } = await (await apiAs('turfOwner')).listAppointments({ search: person });
    const [booked] = items;
    expect(booked).toMatchObject({ date, time: '19:00', endTime: '21:00', resourceName: 'Full ground' });
    expect(said).toBe(
      `Book ${formatWeekday(date)}, 7:00–9:00 pm · Full ground · ${formatRupees(booked?.price ?? 0)}`,
    );
    if (where === 'a phone') await expectAccessible(page);
  });
}

/** Checks that after *Half* and *120* each hour can be read, and the button that books one is a line. */
async function expectHoursInSight(page: Page): Promise<void> {
  for (const choice of ['Half', '120']) await quick(page).getByRole('radio', { name: choice }).click();
  const times = quick(page).getByRole('radiogroup', { name: 'Time' });
  const hour = (time: string) => times.locator('label', { hasText: new RegExp(`^${time} pm · Half A$`) });
  await expect(hour('9:00')).toBeVisible();
  await expect(hour('10:00')).toHaveCount(0);
  await expect.poll(async () => hidden(times)).toEqual([]);
  const button = quick(page).getByRole('button', { name: 'Book', exact: true });
  const lines = await button.boundingBox();
  await hour('7:00').click();
  const named = quick(page).getByRole('button', { name: /^Book .+, 7:00–9:00 pm · Half A · ₹/ });
  await expect.poll(async () => named.boundingBox()).toEqual(lines);
}

/** Lists the choices that are not whole within their group and the window, or whose texts overlap. */
async function hidden(group: Locator): Promise<(string | null)[]> {
  return group.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const isHidden = (choice: Element) => {
      const box = choice.getBoundingClientRect();
      const [time, part] = [...choice.querySelectorAll('span > span')].map((one) =>
        one.getBoundingClientRect(),
      );
      const overlaps = time !== undefined && part !== undefined && part.left < time.right;
      return box.left < left || box.right > right || box.bottom > innerHeight || overlaps;
    };
    return [...element.querySelectorAll('label')].filter(isHidden).map(({ textContent }) => textContent);
  });
}

test('a half with a long name leaves the other starts in reach, is whole where a press books it, and its time stays in sight on a phone, wherever its line is scrolled [P-6.43]', async ({
  openPage,
  apiAs,
  consoleErrors,
  today,
}) => {
  consoleErrors.expect(/409/);
  const half = await (await apiAs('turfOwner')).resourceNamed('Half A');
  const long = 'Southern half with the covered stand, nets and floodlights of the old pavilion';
  const start = { resourceId: half, date: addDays(today, 1), time: '06:00' };
  let days: { date: string; times: string[] }[] = [];
  const page = await openPage('turfOwner');
  await page.route('**/api/resources', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"Half A"', `"${long}"`) });
  });
  await page.route('**/api/slots?*', (route) =>
    route.fulfill({ json: { resources: days.length > 0 ? [{ resourceId: half, days }] : [] } }),
  );
  await page.route('**/api/slots/next*', (route) => route.fulfill({ json: { slots: [start] } }));
  const error = {
    code: 'slot.taken',
    message: 'This time is taken.',
    requestId: '',
    alternatives: { next: [start], elsewhere: [] },
  };
  await page.route('**/api/appointments', (route) => route.fulfill({ status: 409, json: { error } }));
  const chip = quick(page).locator('label', { hasText: long }).first();
  const chooseHalf = async () => {
    await page.goto('/turf-dashboard');
    await number(page).click();
    await quick(page).getByRole('radio', { name: 'Half' }).click();
  };
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 });
    await chooseHalf();
    await expect(chip).toContainText('6:00 am');
    await expect.poll(async () => (await chip.boundingBox())?.width).toBeLessThanOrEqual(320);
    await expect(quick(page).getByRole('button', { name: 'Book', exact: true })).toBeInViewport({ ratio: 1 });

    await number(page).fill(uniqueNumber());
    await name(page).fill('Team Kabir');
    await quick(page).getByRole('radio', { name: 'Now' }).click();
    await quick(page).getByRole('button', { name: 'Book now' }).click();
    await expect(quick(page).getByRole('button', { name: new RegExp(`on ${long}$`) })).toBeInViewport({
      ratio: 1,
    });
  }

  days = [{ date: addDays(today, 1), times: ['06:00', '07:00'] }];
  await page.setViewportSize({ width: 360, height: 640 });
  await chooseHalf();
  await chip.click();
  await expect(chip.getByRole('radio')).toBeChecked();
  const line = quick(page).getByRole('radiogroup', { name: 'Time' });
  for (const cut of [0, 40, 80]) {
    // Scrolls the line until so much of the chip is beyond its beginning.
    await line.evaluate(
      (one, by) => (one.scrollLeft += by - one.getBoundingClientRect().left),
      cut + ((await chip.boundingBox())?.x ?? 0),
    );
    const { time, from, to } = await chip.evaluate((one) => {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (!texts.nextNode()?.textContent?.includes('6:00 am'));
      const range = document.createRange();
      const start = texts.currentNode.textContent?.indexOf('6:00 am') ?? 0;
      range.setStart(texts.currentNode, start);
      range.setEnd(texts.currentNode, start + '6:00 am'.length);
      const frame = one.parentElement?.getBoundingClientRect();
      return { time: range.getBoundingClientRect(), from: frame?.left ?? 0, to: frame?.right ?? 0 };
    });
    expect([cut, time.left >= from, time.right <= to]).toEqual([cut, true, true]);
  }
});
