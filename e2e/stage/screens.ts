import { expect, type Locator, type Page } from '@playwright/test';
import { newAppointment } from './book.ts';
import { giveReason } from './looks.ts';
import type { Person } from './people.ts';

/** A state of a screen, reached from the one before it. */
interface State {
  readonly name: string;
  readonly show: (page: Page) => Promise<void>;
  /** What Escape is answered with, where something typed would be lost. */
  readonly discard?: true;
}

/** An address, what says that it is there, and the dialogs that open over it; each is closed by Escape before the next. */
interface Screen {
  readonly path: string;
  readonly ready: (page: Page) => Locator;
  readonly states?: readonly State[];
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name });
const firstRow = (page: Page) => page.locator('[data-row]').first();
const staffRow = (page: Page) => page.getByRole('row').nth(1);
const region = (name: string) => (page: Page) => page.getByRole('region', { name });

/** Presses a button by its name, and waits for the dialog that it opens. */
function dialog(button: string | RegExp, title: string | RegExp, within: (page: Page) => Page | Locator = (page) => page): State {
  return {
    name: String(title),
    show: async (page) => {
      await within(page).getByRole('button', { name: button }).first().click();
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    },
  };
}

/** The same by the keyboard. */
function keys(pressed: string, title: string): State {
  return {
    name: title,
    show: async (page) => {
      await page.keyboard.press(pressed);
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    },
  };
}

const reasonAsked: State = {
  name: 'Why a super admin looks',
  show: async (page) => {
    await page.getByRole('combobox', { name: 'Business' }).click();
    await page.getByRole('option').first().click();
    await expect(page.getByRole('dialog', { name: 'Reason for accessing this business' })).toBeVisible();
  },
};

const tenantSeen: State = {
  name: 'A tenant',
  show: async (page) => {
    await firstRow(page).getByRole('button', { name: /^View/ }).click();
    await giveReason(page);
    await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
  },
};

const inFirstRow = (page: Page) => firstRow(page);

const bookingForm: State = {
  name: 'New Appointment, with its errors',
  show: async (page) => {
    await page.getByRole('button', { name: '+ New Appointment' }).click();
    await newAppointment(page).getByLabel('Time').fill('04:00');
    await newAppointment(page).getByRole('button', { name: 'Create Appointment' }).click();
    await expect(page.getByText('Please enter a name')).toBeVisible();
    await expect(page.getByText('4:00 am is outside the opening hours.')).toBeVisible();
  },
  discard: true,
};

const reschedule: State = {
  name: 'Reschedule',
  show: async (page) => {
    await firstRow(page)
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Reschedule' }).click();
    await expect(page.getByRole('dialog').getByLabel('New Time')).toBeVisible();
  },
};

const patient: State = {
  name: 'one person',
  show: async (page) => {
    await firstRow(page).getByRole('button').first().click();
    await expect(page).toHaveURL(/patient=/);
    await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible();
  },
};

const invitation: State = {
  name: 'Invite User, with its errors',
  show: async (page) => {
    await page.getByRole('button', { name: 'Invite User' }).click();
    await page.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
  },
};

const enrolment: State = {
  name: 'Turn on two-step verification, with too short a code',
  show: async (page) => {
    await page.getByRole('button', { name: 'Turn on' }).click();
    const enrolling = page.getByRole('dialog', { name: 'Turn on two-step verification' });
    const code = enrolling.getByRole('textbox', { name: 'Code' });
    await code.fill('12345');
    await enrolling.getByRole('button', { name: 'Turn on' }).click();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
  },
};

/** The addresses of the application by who sees them, each once, with the dialogs that open over them. */
export const screens: readonly (readonly [Person | 'nobody', readonly Screen[]])[] = [
  [
    'nobody',
    [
      {
        path: '/login',
        ready: heading('Sign in'),
        states: [
          {
            name: 'with its errors',
            show: async (page) => {
              await page.getByRole('button', { name: 'Sign in', exact: true }).click();
              await expect(page.getByText('Please enter your password')).toBeVisible();
            },
          },
        ],
      },
      { path: '/get-started', ready: heading('Get started') },
      { path: '/get-started?plan=premium', ready: (page) => page.getByRole('button', { name: 'Continue to payment' }) },
      { path: '/payment-callback?cancelled=true', ready: heading('Payment Failed') },
      { path: '/update-password', ready: heading(/./) },
      { path: '/unauthorized', ready: heading('Access Denied') },
      { path: '/nowhere', ready: heading('Page not found') },
    ],
  ],
  [
    'owner',
    [
      {
        path: '/dashboard',
        ready: region('Recent Transactions'),
        states: [keys('Control+k', 'Search and commands'), keys('?', 'Keyboard shortcuts')],
      },
      {
        path: '/dashboard/appointments?status=scheduled',
        ready: firstRow,
        states: [
          bookingForm,
          dialog(/^View/, 'Appointment Details', inFirstRow),
          dialog(/^Cancel/, 'Cancel appointment', inFirstRow),
          dialog(/^Upload/, /prescription/i, inFirstRow),
          reschedule,
        ],
      },
      { path: '/dashboard/appointments?search=nobody-is-called-so', ready: (page) => page.getByRole('button', { name: 'Show all' }) },
      {
        path: '/dashboard/employees',
        ready: staffRow,
        states: [invitation, dialog(/^Remove/, /./)],
      },
      { path: '/dashboard/revenue?period=monthly', ready: firstRow },
      { path: '/dashboard/patients', ready: firstRow, states: [patient] },
      {
        path: '/dashboard/settings',
        ready: region('Subscription Details'),
        states: [dialog('Upgrade', 'Upgrade your plan'), enrolment],
      },
      { path: '/dashboard/audit', ready: firstRow },
      { path: '/account', ready: heading('Your account') },
    ],
  ],
  ['doctor', [{ path: '/dashboard', ready: region('Recent Appointments') }]],
  ['newcomer', [{ path: '/onboarding', ready: heading('Choose business type') }]],
  [
    'turfOwner',
    [
      { path: '/turf-dashboard', ready: region('Recent Transactions') },
      { path: '/turf-dashboard/bookings', ready: firstRow, states: [dialog(/^View/, /Details/, inFirstRow)] },
      { path: '/turf-dashboard/users', ready: staffRow },
      { path: '/turf-dashboard/customers', ready: firstRow },
      { path: '/turf-dashboard/revenue?period=monthly', ready: firstRow },
      {
        path: '/turf-dashboard/settings',
        ready: region('Subscription Details'),
        states: [dialog('Upgrade', 'Upgrade your plan')],
      },
    ],
  ],
  [
    'turfDesk',
    [
      { path: '/turf-dashboard/employee', ready: region('Today') },
      { path: '/turf-dashboard/employee/users', ready: staffRow },
    ],
  ],
  [
    'admin',
    [
      { path: '/dashboard', ready: region('Tenants') },
      { path: '/dashboard/audit', ready: firstRow },
      { path: '/dashboard/appointments', ready: (page) => page.getByText('Choose a business first'), states: [reasonAsked] },
      {
        path: '/dashboard/tenants',
        ready: firstRow,
        states: [dialog('Add Tenant', 'Add Tenant'), tenantSeen, dialog(/^Delete/, /./, inFirstRow)],
      },
      { path: '/dashboard/users', ready: firstRow },
      { path: '/dashboard/analytics', ready: (page) => page.locator('.recharts-surface').first() },
      { path: '/dashboard/billing', ready: firstRow, states: [dialog('Edit Enterprise', 'Edit Enterprise')] },
    ],
  ],
];

/** Long lists are cut to their first rows: what is wrong with a row shows in six of them as well, and a look takes its time over fifty. */
async function fewRows(page: Page): Promise<void> {
  await page.route(/\/api\/(appointments|patients|audit|revenue\/transactions|platform\/\w+)(\?|$)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { items?: unknown[]; next?: unknown };
    if (!answer.items) return route.fulfill({ response });
    return route.fulfill({ response, json: { ...answer, items: answer.items.slice(0, 6), next: null } });
  });
}

/** Goes through the screens of a person, and has each of their states looked at. */
export async function walk(page: Page, list: readonly Screen[], look: (name: string) => Promise<void>): Promise<void> {
  await fewRows(page);
  for (const { path, ready, states = [] } of list) {
    await page.goto(path);
    await expect(ready(page)).toBeVisible();
    await look(path);
    for (const { name, show, discard } of states) {
      await show(page);
      await look(`${path}: ${name}`);
      await page.keyboard.press('Escape');
      if (discard) await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
}
