import type { Drawer, DrawerClose } from '@samay/contract/ledger/drawers';
import type { Queue } from '@samay/contract/desk/queue';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildQueueEntry, buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import {
  buildClose,
  buildDrawer,
  buildDrawers,
  buildExpense,
  buildOpenDrawer,
  ravi,
} from '../../../../test/drawers.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { MoneyScreen } from './money-screen.tsx';

const closing = 'POST /api/drawer/closes';
const spending = 'POST /api/drawer/expenses';
let server: ClinicServer;

beforeEach(() => startAs('EMPLOYEE'));
afterEach(() => server.close());

async function startAs(role: 'EMPLOYEE' | 'BUSINESS_OWNER', drawer = buildDrawer()): Promise<void> {
  server = await startClinicServer(buildSession({ role }));
  answerQueue([]);
  answer(drawer);
  server.routes.set(closing, ({ body }) => {
    const { counted, note, handedOver } = JSON.parse(body) as DrawerClose;
    const methods = buildDrawer().methods;
    return { status: 201, json: buildClose({ counted, note, handedOver, methods }) };
  });
}

function answerQueue(waiting: Queue['waiting'], toPay: Queue['toPay'] = []): void {
  const done = { completed: 0, noShow: 0 };
  server.routes.set('GET /api/queue', () => ({
    json: { resourceId: null, resources: [], waiting, done, toPay, recent: [] } satisfies Queue,
  }));
}

function answer(drawer: Drawer): void {
  server.routes.set('GET /api/drawer', () => ({ json: drawer }));
}

const show = (props: Partial<Parameters<typeof MoneyScreen>[0]> = {}) => {
  const openDetails = vi.fn();
  const view = renderSignedIn(server, <MoneyScreen {...props} />, { openDetails });
  return { ...view, openDetails };
};

const sent = (route: string, at = 0) =>
  JSON.parse(server.requestsOf(route)[at]?.body ?? '{}') as Record<string, unknown>;
const sums = (name: string) =>
  [...screen.getByRole('region', { name }).querySelectorAll('dl > div')].map((line) => line.textContent);

it('shows the cash first, then other methods and each row, which opens its booking [P-9.31]', async () => {
  const { user, openDetails } = show();
  await screen.findByRole('region', { name: 'Cash' });
  expect(sums('Cash')).toEqual([
    'Opening₹500',
    'Taken₹3,800',
    'Expenses-₹20',
    'Expected₹4,280',
    'UPI₹12,34,567',
  ]);
  await user.click(screen.getByRole('button', { name: 'Meenakshi Iyer' }));
  expect(openDetails).toHaveBeenCalledWith('00000000-0000-4000-8000-0000000000a1');
  expect(server.requestsOf('GET /api/drawers')).toEqual([]);
});

it('says that nothing was taken since the last close', async () => {
  answer(buildDrawer({ rows: [], expenseRows: [], methods: [] }));
  show();
  expect(await screen.findByText('Nothing was taken since the last close')).toBeVisible();
  expect(screen.getByText('No expenses since the last close.')).toBeVisible();
  expect(screen.getByText('This drawer was not closed yet')).toBeVisible();
});

it('closes by the keyboard alone, asks for a note on the difference, shows every method, and goes on to printing [P-9.38, P-9.79]', async () => {
  const { user } = show({ isClosing: true });
  await waitFor(() => expect(screen.getByLabelText('Counted cash')).toHaveFocus());
  await user.keyboard('4230');
  expect(screen.getByText('₹50 is missing')).toBeVisible();
  await user.keyboard('{Enter}');
  const note = screen.getByLabelText('Note on the difference');
  await waitFor(() => expect(note).toHaveFocus());
  expect(note).toHaveAccessibleDescription('Please enter a note on the difference');
  expect(server.requestsOf(closing)).toEqual([]);
  await user.keyboard('Change for an auto{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print' })).toHaveFocus());
  expect(sent(closing)).toEqual({
    counted: 4_230_00,
    notes: null,
    note: 'Change for an auto',
    handedOver: 0,
    period: 3,
    expected: 4_280_00,
  });
  expect(sums('Drawer closed')).toContain('Difference₹50 is missing');
  expect(sums('Drawer closed').slice(-3)).toEqual(['Cash₹3,800', 'UPI₹12,34,567', 'All methods₹12,38,367']);
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(print).toHaveBeenCalled());
  expect(screen.getByText('Change for an auto', { selector: 'article dd' })).toBeInTheDocument();
});

it.each([
  ['4300', '₹20 too much'],
  ['4280', 'It agrees'],
  ['4280 + 2', ''],
])('says of %s: %s', async (counted, text) => {
  const { user } = show();
  await user.type(await screen.findByLabelText('Counted cash'), counted);
  const form = screen.getByRole('form', { name: 'Close the drawer' });
  expect(within(form).getByRole('status')).toHaveTextContent(text === '' ? /^$/ : text);
});

it('shows the new numbers where the drawer has changed meanwhile, and keeps what was typed [P-9.38]', async () => {
  server.routes.set(closing, () => {
    answer(buildDrawer({ expected: 4_780_00 }));
    return answerError(409, 'drawer.changed', 'Money was taken meanwhile.')({} as never);
  });
  const { user } = show();
  await user.type(await screen.findByLabelText('Counted cash'), '4280');
  await user.type(screen.getByLabelText('Handed over (optional)'), '4000{Enter}');
  expect(await screen.findByText('Money was taken meanwhile.')).toBeVisible();
  expect(screen.getByText('₹500 is missing')).toBeVisible();
  expect(screen.getByLabelText('Counted cash')).toHaveValue('4280');
  await user.type(screen.getByLabelText('Note on the difference'), 'Counted before{Enter}');
  await waitFor(() => expect(server.requestsOf(closing)).toHaveLength(2));
  expect(sent(closing, 1)).toMatchObject({ expected: 4_780_00, handedOver: 4_000_00 });
});

it('says who is still in the queue and who left without paying, and what they owe [P-9.79]', async () => {
  answerQueue(
    [
      buildQueueEntry({ personName: 'Kavya Nair', stage: 'in', due: 500_00 }),
      buildQueueEntry({ personName: 'Arjun Mehta', stage: 'waiting', due: 0 }),
      buildQueueEntry({ personName: 'Ishaan Rao', stage: 'expected', due: 700_00 }),
    ],
    [buildAppointment({ id: '00000000-0000-4000-8000-0000000000f9', personName: 'Diya Sethi', due: 300_00 })],
  );
  const { user, openDetails } = show();
  const section = await screen.findByRole('region', { name: 'Before you close' });
  expect(
    within(section).getByText('3 are still in the queue, and 1 left without paying: ₹1,500 due.'),
  ).toBeVisible();
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Kavya NairIn consultation₹500',
    'Arjun MehtaWaitingNothing due',
    'Ishaan RaoNot here yet₹700',
    'Diya SethiLeft without paying₹300',
  ]);
  const form = within(screen.getByRole('form', { name: 'Close the drawer' }));
  expect(form.getByText(/^3 are still in the queue/)).toBeVisible();
  await user.click(within(section).getByRole('button', { name: 'Diya Sethi' }));
  expect(openDetails).toHaveBeenCalledWith('00000000-0000-4000-8000-0000000000f9');
  expect(server.requestsOf('GET /api/queue')[0]?.query.get('resource')).toBe('all');
});

it('says that nobody is left, and that the queue could not be loaded [P-9.79]', async () => {
  server.routes.set('GET /api/queue', () => 'drop');
  const { user } = show();
  expect(await screen.findByText('Failed to load the queue')).toBeVisible();
  answerQueue([]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText("Nobody is left in today's queue, and nobody owes money.")).toBeVisible();
});

describe('where the cash is counted first', () => {
  const counting = 'POST /api/drawer/counts';
  const covered = buildDrawer({
    cash: null,
    expected: null,
    methods: [{ method: 'UPI', total: 900_00 }],
    rows: [],
  });

  beforeEach(() => {
    answer(covered);
    server.routes.set(counting, () => ({ json: buildDrawer() }));
  });

  it('asks for the count, and shows what is expected after it [P-9.78]', async () => {
    const { user } = show({ isClosing: true });
    await waitFor(() => expect(screen.getByLabelText('Counted cash')).toHaveFocus());
    expect(sums('Cash')).toEqual(['Opening₹500', 'Expenses-₹20', 'ExpectedShown after the count', 'UPI₹900']);
    expect(screen.getByText('Cash is listed after the count')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close the drawer' })).toBeNull();
    await user.keyboard('{Enter}');
    expect(screen.getByLabelText('Counted cash')).toHaveAccessibleDescription(
      'Please enter the cash that you counted',
    );
    await user.keyboard('4230{Enter}');
    expect(await screen.findByText('₹50 is missing')).toBeVisible();
    expect(sent(counting)).toEqual({ counted: 4_230_00, period: 3 });
    expect(sums('Cash')).toContain('Expected₹4,280');
    expect(screen.getByLabelText('Counted cash')).toHaveAttribute('readonly');
    await user.type(screen.getByLabelText('Note on the difference'), 'Short{Enter}');
    await screen.findByRole('region', { name: 'Drawer closed' });
    expect(sent(closing)).toMatchObject({ counted: 4_230_00, expected: 4_280_00, note: 'Short' });
  });

  it('counts again, by a press or where the drawer has changed meanwhile [P-9.78]', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('Counted cash'), '4230{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Count again' }));
    expect(sums('Cash')).toContain('ExpectedShown after the count');
    const counted = screen.getByLabelText('Counted cash');
    await waitFor(() => expect(counted).toHaveFocus());
    await user.clear(counted);
    await user.type(counted, '4280{Enter}');
    expect(await screen.findByText('It agrees')).toBeVisible();
    server.routes.set(closing, answerError(409, 'drawer.changed', 'Money was taken meanwhile.'));
    await user.click(screen.getByRole('button', { name: 'Close the drawer' }));
    expect(await screen.findByText('Money was taken meanwhile.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Count' })).toBeVisible();
    expect(screen.getByLabelText('Counted cash')).toHaveValue('4280');
    expect(server.requestsOf(counting)).toHaveLength(2);
  });

  it('asks for both totals with the count where they are confirmed, and shows nothing before [P-9.176]', async () => {
    answer(buildDrawer({ ...covered, methods: [], confirmsTotals: true }));
    server.routes.set(counting, () => ({ json: buildDrawer({ confirmsTotals: true }) }));
    const { user } = show({ isClosing: true });
    await waitFor(() => expect(screen.getByLabelText('Counted cash')).toHaveFocus());
    expect(screen.getByText('Money is listed after the count')).toBeVisible();
    await user.keyboard('4280{Enter}');
    expect(screen.getByLabelText('UPI total')).toHaveAccessibleDescription(/Please enter the total of UPI/);
    await user.type(screen.getByLabelText('UPI total'), '1234500');
    expect(screen.queryByText('₹67 is missing')).toBeNull();
    expect(screen.queryByLabelText('Note on the difference')).toBeNull();
    await user.type(screen.getByLabelText('Card total'), '0{Enter}');
    expect(await screen.findByText('₹67 is missing')).toBeVisible();
    const confirmed = { UPI: 12_34_500_00, Card: 0 };
    expect(sent(counting)).toEqual({ counted: 4_280_00, confirmed, period: 3 });
    expect(screen.getByLabelText('UPI total')).toHaveAttribute('readonly');
    await user.type(screen.getByLabelText('Note on the difference'), 'Pending{Enter}');
    await screen.findByRole('region', { name: 'Drawer closed' });
    expect(sent(closing)).toMatchObject({ confirmed, note: 'Pending' });
  });

  it('says why a count failed', async () => {
    server.routes.set(counting, () => 'drop');
    const { user } = show();
    await user.type(await screen.findByLabelText('Counted cash'), '4230{Enter}');
    expect(await screen.findByText('Failed to count the drawer')).toBeVisible();
  });
});

it('repeats a close without an answer under the same key [P-9.35]', async () => {
  server.routes.set(closing, () => 'drop');
  const { user } = show();
  await user.type(await screen.findByLabelText('Counted cash'), '4280{Enter}');
  expect(await screen.findByText('Failed to close the drawer')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close the drawer' }));
  await waitFor(() => expect(server.requestsOf(closing)).toHaveLength(2));
  const keys = server.requestsOf(closing).map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

it('counts by notes, with their sum [P-9.38]', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Count by notes' }));
  expect(screen.getByLabelText('₹500')).toHaveFocus();
  await user.keyboard('8');
  await user.type(screen.getByLabelText('₹20'), '14');
  expect(screen.getByLabelText('Counted cash')).toHaveValue('₹4,280');
  await user.keyboard('{Enter}');
  await screen.findByRole('region', { name: 'Drawer closed' });
  expect(sent(closing)).toMatchObject({ counted: 4_280_00, notes: { 500: 8, 20: 14 } });
});

it('adds an expense by its reason, and takes one back [P-9.31]', async () => {
  server.routes.set(spending, ({ body }) => {
    const { paise, reason } = JSON.parse(body) as { paise: number; reason: string };
    const at = `2026-11-21T06:0${expenseRows.length}:00.000Z`;
    const noted = buildExpense({ id: `expense-${expenseRows.length}`, paise, reason, at });
    expenseRows.unshift(noted);
    return { status: 201, json: noted };
  });
  const expenseRows = [buildExpense()];
  answer(buildDrawer({ expenseRows }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add expense' }));
  const form = within(screen.getByRole('form', { name: 'New expense' }));
  expect(form.getByLabelText('Amount')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(form.getByText('Please enter a reason')).toBeVisible();
  await user.type(form.getByLabelText('Amount'), '80');
  await user.click(form.getByRole('button', { name: 'Courier' }));
  await user.click(form.getByRole('button', { name: 'Add expense' }));
  expect(await screen.findByRole('button', { name: 'Take back Courier, ₹80' })).toBeVisible();
  expect(sent(spending)).toEqual({ paise: 80_00, reason: 'Courier' });
  expect(screen.queryByRole('form', { name: 'New expense' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take back Tea, ₹20' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Take back Tea/ })).toBeNull());
  expect(sent(spending, 1)).toEqual({ paise: -20_00, reason: 'Tea' });
});

it('puts cash in with a reason, and asks before more is taken out than is there [P-9.204, P-9.205]', async () => {
  const moving = 'POST /api/drawer/moves';
  server.routes.set(moving, ({ body }) => {
    const { kind, belowZero } = JSON.parse(body) as { kind: 'cash_in'; belowZero?: true };
    if ((kind as string) === 'cash_out' && !belowZero)
      return answerError(409, 'drawer.below_zero', 'Less')({} as never);
    return { status: 201, json: { ...buildExpense(), kind } };
  });
  const moves = [{ ...buildExpense({ reason: 'Change', paise: 300_00 }), kind: 'cash_in' as const }];
  answer(buildDrawer({ moves, cashIn: 300_00 }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add cash in' }));
  const form = within(screen.getByRole('form', { name: 'New cash in' }));
  await user.type(form.getByLabelText('Amount'), '300');
  await user.click(form.getByRole('button', { name: 'Change' }));
  await user.click(form.getByRole('button', { name: 'Add cash in' }));
  await waitFor(() => expect(sent(moving)).toEqual({ kind: 'cash_in', paise: 300_00, reason: 'Change' }));
  expect(screen.getByRole('list', { name: 'Cash in and out' })).toHaveTextContent('Cash in: Change');
  expect(sums('Cash')).toContain('Cash in₹300');
  await user.click(await screen.findByRole('button', { name: 'Add cash out' }));
  const out = within(screen.getByRole('form', { name: 'New cash out' }));
  await user.type(out.getByLabelText('Amount'), '9000');
  await user.type(out.getByLabelText('Reason'), 'Bank{Enter}');
  await user.click(await out.findByRole('button', { name: 'Take it out' }));
  await waitFor(() => expect(sent(moving, 2)).toMatchObject({ kind: 'cash_out', belowZero: true }));
});

it('hands over to a colleague once an amount is typed [P-9.206]', async () => {
  const { user } = show();
  await user.type(await screen.findByLabelText('Counted cash'), '4280');
  expect(screen.queryByLabelText('Handed over to')).toBeNull();
  await user.type(screen.getByLabelText('Handed over (optional)'), '4000');
  await user.selectOptions(screen.getByLabelText('Handed over to'), ravi.id);
  await user.click(screen.getByRole('button', { name: 'Close the drawer' }));
  await screen.findByRole('region', { name: 'Drawer closed' });
  expect(sent(closing)).toMatchObject({
    handedOver: 4_000_00,
    handedTo: 'drawer',
    handedToDrawer: ravi.id,
  });
});

it('tells of a drawer that is open from before the rule was changed, with the link to it [P-9.207]', async () => {
  answer(buildDrawer({ holder: null, leftOver: { id: ravi.id, holder: ravi } }));
  show();
  expect(await screen.findByText(/Ravi Deshmukh's drawer is still open/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute(
    'href',
    expect.stringContaining(ravi.id),
  );
});

it('counts the opening, and asks where a difference comes from [P-9.208]', async () => {
  const counting = 'POST /api/drawer/openings';
  server.routes.set(counting, () => ({ status: 201, json: { ...buildExpense(), kind: 'float' } }));
  answer(buildDrawer({ countsOpening: true }));
  const { user } = show();
  const form = within(await screen.findByRole('form', { name: 'Count the opening' }));
  await user.type(form.getByLabelText('Counted at the opening'), '450{Enter}');
  expect(form.getByText('Please say why it differs')).toBeVisible();
  await user.type(form.getByLabelText('Where the difference comes from'), 'A note is gone{Enter}');
  expect(await screen.findByText('Opening counted')).toBeVisible();
  expect(sent(counting)).toEqual({ counted: 450_00, note: 'A note is gone', period: 3 });
});

it('asks for the totals of UPI and card, and says how each differs [P-9.209]', async () => {
  answer(buildDrawer({ confirmsTotals: true }));
  const { user } = show();
  await user.type(await screen.findByLabelText('Counted cash'), '4280');
  await user.type(screen.getByLabelText('UPI total'), '1234500');
  expect(screen.getByLabelText('UPI total')).toHaveAccessibleDescription('₹67 is missing');
  await user.type(screen.getByLabelText('Card total'), '0');
  await user.type(screen.getByLabelText('Note on the difference'), 'Pending{Enter}');
  await screen.findByRole('region', { name: 'Drawer closed' });
  expect(sent(closing)).toMatchObject({ confirmed: { UPI: 12_34_500_00, Card: 0 }, note: 'Pending' });
});

it('reopens a close only with a reason, and strikes a reopened one through [P-9.37]', async () => {
  const reopened = { at: '2026-11-21T15:10:00.000Z', by: 'Dr. Rao', reason: 'Wrong count' };
  const last = buildClose({ id: '00000000-0000-4000-8000-0000000000c2' });
  answer(buildDrawer({ closes: [last, buildClose({ reopened, mayReopen: false, note: 'Short' })] }));
  const path = `POST /api/drawer/closes/${last.id}/reopening`;
  server.routes.set(path, () => ({ json: last }));
  const { user } = show();
  const rows = within(await screen.findByRole('table', { name: 'Last closes' })).getAllByRole('row');
  expect(within(rows[2] as HTMLElement).getByText('₹50 is missing').tagName).toBe('S');
  expect(rows[2]).toHaveTextContent(/by Dr\. Rao: Wrong count/);
  await user.click(screen.getByRole('button', { name: /^Reopen the close/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen this close?' }));
  await user.click(dialog.getByRole('button', { name: 'Reopen' }));
  expect(dialog.getByText('Please enter a reason')).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'Wrong count');
  await user.click(dialog.getByRole('button', { name: 'Reopen' }));
  expect(await screen.findByText('Close reopened')).toBeVisible();
  expect(sent(path)).toEqual({ reason: 'Wrong count' });
});

it('closes the drawer of another person, whose expenses are only read', async () => {
  await server.close();
  await startAs('BUSINESS_OWNER');
  server.routes.set('GET /api/drawer', ({ query }) => ({
    json: buildDrawer(query.get('holder') === ravi.id ? { holder: ravi } : {}),
  }));
  server.routes.set('GET /api/drawers', () => ({ json: buildDrawers({ open: [buildOpenDrawer()] }) }));
  const { user } = show({ holder: ravi.id });
  expect(await screen.findByText(/^Ravi Deshmukh's drawer since its last close/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Your drawer' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add expense' })).toBeNull();
  await user.type(screen.getByLabelText('Counted cash'), '4280{Enter}');
  await screen.findByRole('region', { name: 'Drawer closed' });
  expect(sent(closing)).toMatchObject({ holder: ravi.id });
});

it.each([true, false])(
  'lists the open drawers, as links where they may be closed: %s [P-9.39]',
  async (mayClose) => {
    await server.close();
    await startAs('BUSINESS_OWNER');
    server.routes.set('GET /api/drawers', () => ({
      json: buildDrawers({ open: [buildOpenDrawer()], mayClose }),
    }));
    show();
    const table = within(await screen.findByRole('table', { name: 'Open drawers' }));
    expect(table.getByText('₹4,300')).toBeVisible();
    expect(table.queryByRole('link', { name: 'Ravi Deshmukh' }) !== null).toBe(mayClose);
  },
);

it('reports a drawer that cannot be loaded, and tries again', async () => {
  server.routes.set('GET /api/drawer', answerError(503, 'server.unavailable', 'Away'));
  const { user } = show();
  await screen.findByText('Failed to load the drawer');
  answer(buildDrawer());
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Cash' })).toBeVisible();
});
