import { act, screen, waitFor, within } from '@testing-library/react';
import type { Queue, QueueEntry } from '@samay/contract/bookings/queue';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildAppointment,
  buildMay,
  buildQueueEntry,
  buildResource,
  buildSession,
} from '../../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { shortcutsNow, useShortcutKeys } from '../../../../lib/shortcuts.ts';
import { QueueSection } from './queue-section.tsx';

const route = 'GET /api/queue';
const at = '2026-11-21T09:00:00.000Z';
const idOf = (end: string) => `00000000-0000-4000-8000-0000000000${end}`;
const doctors = [
  { id: '00000000-0000-4000-8000-0000000000d1', name: 'Dr. Rao', isOwn: true },
  { id: '00000000-0000-4000-8000-0000000000d2', name: 'Dr. Iyer', isOwn: false },
];
const nothing: Queue = {
  resourceId: null,
  resources: [],
  waiting: [],
  done: { completed: 0, noShow: 0 },
  toPay: [],
  recent: [],
};
let inside: QueueEntry;
let here: QueueEntry;
let late: QueueEntry;
let server: ClinicServer;

beforeEach(async () => {
  localStorage.clear();
  inside = buildQueueEntry({
    personName: 'Ravi Rao',
    time: '14:00',
    stage: 'in',
    arrivedAt: at,
    startedAt: at,
  });
  here = buildQueueEntry({
    personName: 'Sana Khan',
    time: '14:30',
    stage: 'waiting',
    arrivedAt: at,
    waitingSince: at,
    due: 70_000,
    patientId: '00000000-0000-4000-8000-0000000000f1',
  });
  late = buildQueueEntry({ personName: 'Tara Pillai', time: '14:10', isLate: true });
  server = await startClinicServer();
  give({ waiting: [inside, here, late], done: { completed: 4, noShow: 1 } });
});
afterEach(() => server.close());

function give(queue: Partial<Queue>): void {
  server.routes.set(route, () => ({ json: { ...nothing, ...queue } }));
}

function Keys() {
  useShortcutKeys();
  return null;
}

function show(props: Parameters<typeof QueueSection>[0] = {}) {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn(), openVisit: vi.fn() };
  const view = renderSignedIn(
    server,
    <>
      <Keys />
      <QueueSection {...props} />
    </>,
    actions,
  );
  return { ...actions, ...view };
}

const rowOf = async (name: string) =>
  within(
    (await screen.findByRole('button', { name: new RegExp(`(am|pm)${name}`) })).closest('li') as HTMLElement,
  );

it('shows the server’s order with where each one is, who is late and who is next, and the sums of the day', async () => {
  show();
  const queue = within(await screen.findByRole('list', { name: 'Queue' }));
  expect(screen.getByText('1 in consultation, 1 waiting, 1 expected, 4 completed, 1 no-show')).toBeVisible();
  const rows = queue.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/2:00 pmRavi Rao.*In since 2:30 pm.*Complete/),
    expect.stringMatching(/2:30 pmSana KhanNext.*Since 2:30 pm.*₹700.*Start/),
    expect.stringMatching(/2:10 pmTara PillaiLate.*Expected.*Arrived/),
  ]);
});

const refused = {
  status: 409,
  json: {
    error: {
      code: 'appointment.cannot_arrive',
      message: 'Only people of scheduled appointments can be marked as arrived.',
      requestId: 'r',
    },
  },
};

it.each([
  ['Arrived Tara Pillai', () => `PUT /api/appointments/${late.id}/arrival`, 'Start Tara Pillai'],
  ['Start Sana Khan', () => `PUT /api/appointments/${here.id}/start`, 'Complete Sana Khan'],
])(
  '%s needs one press, shows at once in its place, and is taken back where it is refused',
  async (name, changeOf, next) => {
    let answer: (() => void) | undefined;
    server.routes.set(changeOf(), async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return refused;
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name }));
    const turned = await screen.findByRole('button', { name: next });
    // A second press waits for the answer of the first, and the button says so.
    expect(turned).toHaveAttribute('aria-disabled', 'true');
    await user.click(turned);
    expect(server.requestsOf(changeOf()).length).toBe(1);
    await waitFor(() => expect(answer).toBeDefined());
    act(() => answer?.());
    expect(await screen.findByRole('button', { name })).toBeVisible();
    expect(await screen.findByText(/Only people of scheduled/)).toBeVisible();
  },
);

it('who is completed leaves at once, counts as done, and comes back by Undo', async () => {
  const completion = `/api/appointments/${inside.id}/completion`;
  server.routes.set(`POST ${completion}`, () => {
    give({ waiting: [here, late], done: { completed: 5, noShow: 1 } });
    return {
      json: { ...buildAppointment(), ...plain(inside), status: 'completed', may: buildMay('completed') },
    };
  });
  server.routes.set(`DELETE ${completion}`, () => {
    give({ waiting: [inside, here, late], done: { completed: 4, noShow: 1 } });
    return { json: plain(inside) };
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Complete Ravi Rao' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Complete Ravi Rao' })).toBeNull());
  expect(screen.getByText(/1 waiting, 1 expected, 5 completed/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Complete Ravi Rao' })).toBeVisible();
});

it('has the rest in the row’s menu, and money at what is due', async () => {
  const { user, openVisit } = show();
  const row = await rowOf('Sana Khan');
  await user.click(row.getByRole('button', { name: 'More for Sana Khan' }));
  const menu = await screen.findByRole('menu');
  const entries = within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
  expect(entries).toEqual([
    'Undo arrival',
    'Start',
    'Complete',
    'No-show',
    'Reschedule',
    'Take ₹700',
    'Record payment',
    'All visits',
    expect.stringMatching(/^Call /),
  ]);
  await user.keyboard('{Escape}');
  await user.click(row.getByRole('button', { name: 'Take ₹700 from Sana Khan' }));
  expect(await screen.findByRole('button', { name: /^UPI/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(row.getByRole('button', { name: /pmSana Khan/ }));
  expect(openVisit).toHaveBeenCalledWith(here.id);
});

it('opens the details for who may not read notes, and has no key for what was before', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  give({ waiting: [here] });
  const { user, openDetails, openVisit } = show();
  const row = await rowOf('Sana Khan');
  await user.click(row.getByRole('button', { name: /pmSana Khan/ }));
  await user.keyboard('h');
  expect([openDetails.mock.calls, openVisit.mock.calls]).toEqual([[[here.id]], []]);
});

describe('who is to pay', () => {
  const owing = buildAppointment({
    personName: 'Omar Shah',
    status: 'completed',
    date: addDays(indiaDate(now()), -1),
    price: 70_000,
    due: 70_000,
  });
  const group = async () => within(await screen.findByRole('region', { name: 'To pay' }));

  it('stands below the queue, pays by two presses, and leaves', async () => {
    give({ waiting: [inside], toPay: [owing, { ...owing, id: here.id, personName: 'Not mine', may: [] }] });
    const payments = `POST /api/appointments/${owing.id}/payments`;
    server.routes.set(payments, () => {
      give({ waiting: [inside] });
      return { json: { ...owing, amount: 70_000, due: 0 } };
    });
    const { user } = show();
    const rows = await group();
    expect(rows.getAllByRole('listitem')).toHaveLength(1);
    expect(rows.getByText('Yesterday')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Take ₹700 from Omar Shah' }));
    await user.click(await screen.findByRole('button', { name: 'Cash' }));
    expect(await screen.findByText('₹700 by Cash from Omar Shah')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'To pay' })).toBeNull();
    expect(server.requestsOf(payments)).toHaveLength(1);
  });

  it('is reached by the keys of the queue, also where nobody waits', async () => {
    give({ toPay: [owing] });
    const { user, openVisit } = show();
    expect((await group()).getByText('₹700')).toBeVisible();
    expect(screen.getByText('Nobody is expected today')).toBeVisible();
    await user.keyboard('j');
    expect(document.activeElement).toHaveTextContent('Omar Shah');
    await user.keyboard('m');
    expect(await screen.findByRole('dialog', { name: 'Take payment · Omar Shah' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('h');
    expect(openVisit).toHaveBeenCalledWith(owing.id);
  });

  it('shows who has just been completed and owes money, and the keys go on with who waits', async () => {
    server.routes.set(`POST /api/appointments/${here.id}/completion`, () => {
      give({ waiting: [late], toPay: [{ ...owing, id: here.id, personName: 'Sana Khan' }] });
      return { json: { ...plain(here), status: 'completed', may: buildMay('completed') } };
    });
    give({ waiting: [{ ...here, may: ['complete', 'recordPayment'] }, late] });
    const { user, openVisit } = show();
    await user.click(await screen.findByRole('button', { name: 'Complete Sana Khan' }));
    expect((await group()).getByRole('button', { name: 'Take ₹700 from Sana Khan' })).toBeVisible();
    await user.keyboard('h');
    expect(openVisit).toHaveBeenCalledWith(late.id);
  });
});

it('never offers what the server does not allow', async () => {
  give({ waiting: [{ ...here, may: ['recordPayment'] }] });
  show();
  await rowOf('Sana Khan');
  expect(screen.queryByRole('button', { name: /^(Start|Complete|Arrived) / })).toBeNull();
});

describe('by keys alone', () => {
  const nameOfFocused = () => document.activeElement?.textContent ?? '';

  it('j, k and the arrows lead, Enter opens, and the page lists each key', async () => {
    const { user, openVisit } = show();
    await rowOf('Ravi Rao');
    await user.keyboard('j');
    expect(nameOfFocused()).toContain('Ravi Rao');
    await user.keyboard('j');
    expect(nameOfFocused()).toContain('Sana Khan');
    await user.keyboard('{ArrowDown}');
    expect(nameOfFocused()).toContain('Tara Pillai');
    await user.keyboard('{ArrowDown}{ArrowUp}k');
    expect(nameOfFocused()).toContain('Ravi Rao');
    await user.keyboard('{Enter}');
    expect(openVisit).toHaveBeenCalledWith(inside.id);
    const listed = shortcutsNow().filter(({ group }) => group === 'On this page');
    expect(listed.map(({ keys }) => keys)).toEqual(['j', 'k', 'a', 'u', 'x', 'm', 'r', 'h']);
  });

  it('a takes the next step of who has the focus, u takes it back, x marks a no-show; who takes the place gets the focus', async () => {
    const arrival = `PUT /api/appointments/${late.id}/arrival`;
    const undone = `DELETE /api/appointments/${here.id}/arrival`;
    const missed = `POST /api/appointments/${here.id}/no-show`;
    server.routes.set(arrival, () => ({ json: { ...plain(late), arrivedAt: at } }));
    server.routes.set(undone, () => ({ json: { ...plain(here), arrivedAt: null } }));
    server.routes.set(missed, () => {
      give({ waiting: [inside, late] });
      return { json: { ...plain(here), status: 'no_show' } };
    });
    const { user } = show();
    await rowOf('Ravi Rao');
    await user.keyboard('jjja');
    await waitFor(() => expect(server.requestsOf(arrival).length).toBe(1));
    await user.keyboard('ku');
    await waitFor(() => expect(server.requestsOf(undone).length).toBe(1));
    await user.keyboard('x');
    await waitFor(() => expect(server.requestsOf(missed).length).toBe(1));
    await waitFor(() => expect(nameOfFocused()).toContain('Tara Pillai'));
  });

  it('h opens what was before of the first, and then of who has the focus', async () => {
    const { user, openVisit } = show();
    await rowOf('Ravi Rao');
    await user.keyboard('hjjh');
    expect(openVisit.mock.calls).toEqual([[inside.id], [here.id]]);
  });

  it('m opens the money and r another time, of the first where nobody has the focus', async () => {
    const { user } = show();
    await rowOf('Ravi Rao');
    await user.keyboard('m');
    expect(await screen.findByRole('dialog', { name: /^(Record|Correct) payment/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('r');
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

it('is one’s own, all, or each doctor’s, as this browser remembers', async () => {
  give({ waiting: [here], resources: doctors, resourceId: doctors[0]?.id ?? null });
  const { user } = show();
  const choice = await screen.findByRole('combobox', { name: 'Whose queue' });
  expect(choice).toHaveValue('Mine');
  await user.click(choice);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Mine',
    'All doctors',
    'Dr. Iyer',
  ]);
  give({ waiting: [late], resources: doctors, resourceId: doctors[1]?.id ?? null });
  await user.click(screen.getByRole('option', { name: 'Dr. Iyer' }));
  await rowOf('Tara Pillai');
  expect(server.requestsOf(route).at(-1)?.query.get('resource')).toBe(doctors[1]?.id);
  expect(localStorage.getItem(`samay-queue-${buildSession().user.id}`)).toContain(doctors[1]?.id);
});

it('forgets a queue that is not this business’s any more', async () => {
  localStorage.setItem(
    `samay-queue-${buildSession().user.id}`,
    JSON.stringify('00000000-0000-4000-8000-0000000000d9'),
  );
  server.routes.set(route, ({ query }) =>
    query.has('resource')
      ? {
          status: 404,
          json: {
            error: {
              code: 'not_found',
              message: 'This does not exist, or you may not see it.',
              requestId: 'r',
            },
          },
        }
      : { json: { ...nothing, waiting: [here] } },
  );
  show();
  await rowOf('Sana Khan');
});

describe('on a turf', () => {
  beforeEach(async () => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType: 'turf', role: 'EMPLOYEE' }));
  });

  it('says who plays until when and who has played; both are completed, and only who plays early is started', async () => {
    const turf = { doctor: null, resourceName: 'Ground', endTime: '15:00' };
    give({
      waiting: [
        buildQueueEntry({ ...turf, personName: 'Plays', stage: 'in', arrivedAt: at }),
        buildQueueEntry({ ...turf, personName: 'Played', stage: 'waiting', arrivedAt: at }),
        buildQueueEntry({ ...turf, personName: 'Early', stage: 'waiting', arrivedAt: at, waitingSince: at }),
      ],
    });
    show();
    const rows = within(await screen.findByRole('list', { name: 'Queue' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Plays.*Plays until 3:00 pm.*Ground.*Complete/),
      expect.stringMatching(/Played.*Played until 3:00 pm.*Complete/),
      expect.stringMatching(/Early.*Since 2:30 pm.*Start/),
    ]);
    expect(screen.getByText('1 playing, 2 here')).toBeVisible();
  });

  it('names a half with its ground where there are several', async () => {
    const grounds = ['Ground 1', 'Ground 2'].map((name, ground) => {
      const parts = ['Half A', 'Half B'].map((half, index) => ({
        id: idOf(`${ground}${index + 1}`),
        name: half,
        archivedAt: null,
      }));
      return buildResource(idOf(`${ground}0`), name, { kind: 'court', parts });
    });
    const [first, second] = [idOf('01'), idOf('11')];
    const half = { doctor: null, resourceName: 'Half A' };
    server.routes.set('GET /api/resources', () => ({ json: { items: grounds } }));
    give({
      waiting: [
        buildQueueEntry({ ...half, personName: 'Team Asha', resourceId: first }),
        buildQueueEntry({ ...half, personName: 'Team Kabir', resourceId: second }),
      ],
    });
    show();
    expect(await (await rowOf('Team Asha')).findByText('Half A (Ground 1)')).toBeVisible();
    expect((await rowOf('Team Kabir')).getByText('Half A (Ground 2)')).toBeVisible();
  });

  it.each([
    ['Nobody is expected today', 0],
    ['Nobody else is expected today', 1],
  ])('is empty with a way to book: %s', async (text, completed) => {
    give({ done: { completed, noShow: 0 } });
    const { user, openNewAppointment } = show();
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '+ New Appointment' }));
    expect(openNewAppointment).toHaveBeenCalledOnce();
  });
});

it('shows the first ones at home, with the way to the rest', async () => {
  show({ first: { most: 2, page: '/dashboard/queue' } });
  expect(await screen.findByRole('link', { name: 'All 3 in the queue' })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('says what failed, and tries again', async () => {
  server.routes.set(
    route,
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(server.requestsOf(route).length).toBeGreaterThan(1);
});

/** Returns the booking of an entry, as other endpoints return it. */
function plain({ stage: _stage, isLate: _isLate, waitingSince: _since, ...appointment }: QueueEntry) {
  return appointment;
}
