import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildAppointment,
  buildMay,
  buildQueueEntry,
  buildResource,
  buildSession,
} from '../../../../../test/builders.ts';
import { answerError, type ClinicServer } from '../../../../../test/clinic-server.ts';
import {
  at,
  give,
  here,
  inside,
  late,
  nothing,
  plain,
  route,
  toRow,
  showQueue,
  startQueueServer,
} from '../../../../../test/show-queue.tsx';

const getId = (end: string) => `00000000-0000-4000-8000-0000000000${end}`;
const doctors = [
  { id: '00000000-0000-4000-8000-0000000000d1', name: 'Dr. Rao', isOwn: true },
  { id: '00000000-0000-4000-8000-0000000000d2', name: 'Dr. Iyer', isOwn: false },
];
let server: ClinicServer;

beforeEach(async () => {
  server = await startQueueServer();
});
afterEach(() => server.close());

it('shows the server’s order with where each one is, who is late and who is next, and the sums of the day [P-8.15]', async () => {
  showQueue(server);
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
  '%s needs one press, shows immediately in its place, and is rolled back if it is refused [P-8.16]',
  async (name, changeOf, next) => {
    let answer: (() => void) | undefined;
    server.routes.set(changeOf(), async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return refused;
    });
    const { user } = showQueue(server);
    await user.click(await screen.findByRole('button', { name }));
    const turned = await screen.findByRole('button', { name: next });
    // Checks that a second press waits for the answer of the first, and that the button shows it.
    expect(turned).toHaveAttribute('aria-disabled', 'true');
    await user.click(turned);
    expect(server.requestsOf(changeOf()).length).toBe(1);
    await waitFor(() => expect(answer).toBeDefined());
    act(() => answer?.());
    expect(await screen.findByRole('button', { name })).toBeVisible();
    expect(await screen.findByText(/Only people of scheduled/)).toBeVisible();
  },
);

it('a completed person leaves immediately, counts as done, and is restored by Undo [P-8.16]', async () => {
  const completion = `/api/appointments/${inside.id}/completion`;
  server.routes.set(`POST ${completion}`, () => {
    give(server, { waiting: [here, late], done: { completed: 5, noShow: 1 } });
    return {
      json: { ...buildAppointment(), ...plain(inside), status: 'completed', may: buildMay('completed') },
    };
  });
  server.routes.set(`DELETE ${completion}`, () => {
    give(server, { waiting: [inside, here, late], done: { completed: 4, noShow: 1 } });
    return { json: plain(inside) };
  });
  const { user } = showQueue(server);
  await user.click(await screen.findByRole('button', { name: 'Complete Ravi Rao' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Complete Ravi Rao' })).toBeNull());
  expect(screen.getByText(/1 waiting, 1 expected, 5 completed/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Complete Ravi Rao' })).toBeVisible();
});

it('has the rest in the row’s menu, and money at what is due [P-8.15]', async () => {
  const { user, openVisit } = showQueue(server);
  const row = await toRow('Sana Khan');
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
    'Cancel',
  ]);
  await user.keyboard('{Escape}');
  await user.click(row.getByRole('button', { name: 'Take ₹700 from Sana Khan' }));
  expect(await screen.findByRole('button', { name: /^UPI/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(row.getByRole('button', { name: /pmSana Khan/ }));
  expect(openVisit).toHaveBeenCalledWith(here.id);
});

it('says what is due, and Paid where all of it was paid [P-8.20]', async () => {
  const booked = { price: 50_000, stage: 'expected' } as const;
  give(server, {
    waiting: [
      buildQueueEntry({ ...booked, personName: 'Asha Pai', amount: 50_000, due: 0 }),
      buildQueueEntry({ ...booked, personName: 'Uma Pai', amount: 20_000, due: 30_000 }),
      buildQueueEntry({ ...booked, personName: 'Ravi Pai', amount: null, due: 0, discount: 50_000 }),
      buildQueueEntry({ personName: 'Tara Pai', amount: null, due: null }),
    ],
  });
  showQueue(server);
  const texts = ['Asha Pai', 'Uma Pai', 'Ravi Pai', 'Tara Pai'].map(async (name) => {
    const row = await toRow(name);
    return [row.queryByText('Paid')?.textContent, row.queryByRole('button', { name: /^Take/ })?.textContent];
  });
  expect(await Promise.all(texts)).toEqual([
    ['Paid', undefined],
    [undefined, '₹300'],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it('notes by menu and key how late a person comes, who is not the next one until then [P-8.49, P-8.50]', async () => {
  const change = (method: string) => `${method} /api/appointments/${late.id}/delay`;
  const sunita = buildQueueEntry({ personName: 'Sunita Patil', time: '14:40' });
  const show = (delay: number) =>
    give(server, { waiting: [{ ...late, isLate: false, delay, isDelayed: delay > 0 }, sunita] });
  for (const method of ['PUT', 'DELETE'])
    server.routes.set(change(method), ({ body }) => {
      const delay = (JSON.parse(body || '{}') as { minutes?: number }).minutes ?? 0;
      show(delay);
      return { json: { ...plain(late), delay } };
    });
  show(0);
  const { user } = showQueue(server);
  const row = await toRow('Tara Pillai');
  expect(row.getByText('Next')).toBeInTheDocument();
  await user.click(row.getByRole('button', { name: 'More for Tara Pillai' }));
  await user.click(await screen.findByRole('menuitem', { name: '15 min late' }));
  expect(await row.findByText('15 min late')).toBeVisible();
  expect(row.queryByText('Next')).toBeNull();
  expect((await toRow('Sunita Patil')).getByText('Next')).toBeInTheDocument();
  await user.keyboard('{Escape}l');
  expect(await row.findByText('30 min late')).toBeVisible();
  await user.keyboard('l');
  expect(await row.findByText('45 min late')).toBeVisible();
  await user.keyboard('l');
  expect(await row.findByText('Expected')).toBeVisible();
  expect(server.requestsOf(change('PUT')).map(({ body }) => JSON.parse(body))).toEqual(
    [15, 30, 45].map((minutes) => ({ minutes })),
  );
});

it('opens the details for who may not read notes, and has no key for what was before', async () => {
  await server.close();
  server = await startQueueServer(buildSession({ role: 'EMPLOYEE' }));
  give(server, { waiting: [here] });
  const { user, openDetails, openVisit } = showQueue(server);
  const row = await toRow('Sana Khan');
  await user.click(row.getByRole('button', { name: /pmSana Khan/ }));
  await user.keyboard('h');
  expect([openDetails.mock.calls, openVisit.mock.calls]).toEqual([[[here.id]], []]);
});

it('never offers what the server does not allow', async () => {
  give(server, { waiting: [{ ...here, may: ['recordPayment'] }] });
  showQueue(server);
  await toRow('Sana Khan');
  expect(screen.queryByRole('button', { name: /^(Start|Complete|Arrived) / })).toBeNull();
});

it('is one’s own, all, or each doctor’s, as this browser remembers [P-8.3]', async () => {
  give(server, { waiting: [here], resources: doctors, resourceId: doctors[0]?.id ?? null });
  const { user } = showQueue(server);
  const choice = await screen.findByRole('combobox', { name: 'Whose queue' });
  expect(choice).toHaveValue('Mine');
  await user.click(choice);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Mine',
    'All doctors',
    'Dr. Iyer',
  ]);
  give(server, { waiting: [late], resources: doctors, resourceId: doctors[1]?.id ?? null });
  await user.click(screen.getByRole('option', { name: 'Dr. Iyer' }));
  await toRow('Tara Pillai');
  expect(server.requestsOf(route).at(-1)?.query.get('resource')).toBe(doctors[1]?.id);
  expect(localStorage.getItem(`samay-queue-${buildSession().user.id}`)).toContain(doctors[1]?.id);
});

it('marks the next person of each doctor, also behind the one who is inside [P-8.60]', async () => {
  const [rao, iyer] = doctors.map(({ id }) => ({ resourceId: id }));
  give(server, {
    waiting: [
      { ...inside, ...rao },
      { ...here, ...rao },
      { ...late, ...rao },
      buildQueueEntry({ ...iyer, personName: 'Om Prabhu' }),
      buildQueueEntry({ ...iyer, personName: 'Zara Merchant' }),
    ],
    resources: doctors,
  });
  showQueue(server);
  const rows = within(await screen.findByRole('list', { name: 'Queue' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('Next') !== null)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});

it('marks one next person where there is one doctor, also where a booking has another doctor’s name [P-8.60]', async () => {
  const typed = buildQueueEntry({ personName: 'Om Prabhu', doctor: 'Dr. Guest', resourceId: null });
  give(server, { waiting: [{ ...here, resourceId: doctors[0]?.id ?? null }, typed] });
  showQueue(server);
  const rows = within(await screen.findByRole('list', { name: 'Queue' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('Next') !== null)).toEqual([true, false]);
});

describe('without a doctor', () => {
  const [rao, iyer] = doctors;
  const nobodys = { ...here, time: '14:20', doctor: 'Default Doctor', lacksDoctor: true };
  const assigned = `PUT /api/appointments/${here.id}/schedule`;
  const given = { ...plain(here), time: '14:20', doctor: 'Dr. Iyer', resourceId: iyer?.id ?? null };

  it('says so with the choice of a doctor in its place, and is next only where nobody else is [P-8.42]', async () => {
    give(server, { waiting: [inside, nobodys, late], resources: doctors });
    server.routes.set(assigned, () => {
      give(server, { waiting: [inside, here, late], resources: doctors });
      return { json: given };
    });
    const { user } = showQueue(server);
    expect((await toRow('Tara Pillai')).getByText('Next')).toBeVisible();
    const row = await toRow('Sana Khan');
    expect(row.queryByText('Default Doctor')).toBeNull();
    await user.click(row.getByRole('button', { name: 'No doctor yet: choose one for Sana Khan' }));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(2);
    await user.click(screen.getByRole('menuitem', { name: 'Dr. Iyer' }));
    expect(await screen.findByText(/Sana Khan is booked with Dr. Iyer/)).toBeVisible();
    const before = { date: here.date, time: '14:20' };
    expect(server.requestsOf(assigned).map(({ body }) => JSON.parse(body))).toEqual([
      { ...before, resourceId: iyer?.id, before },
    ]);
    expect((await toRow('Sana Khan')).getByText('Next')).toBeVisible();
    expect(screen.queryByText('No doctor yet')).toBeNull();
  });

  it('refused as taken, it is offered what is free one press away [P-8.43]', async () => {
    const free = { date: here.date, time: '15:00', resourceId: iyer?.id ?? '' };
    const alternatives = { next: [free], elsewhere: [] };
    give(server, { waiting: [nobodys], resources: doctors });
    server.routes.set(assigned, ({ body }) =>
      JSON.parse(body).time === '15:00'
        ? { json: { ...given, time: '15:00' } }
        : {
            status: 409,
            json: { error: { code: 'slot.taken', message: 'Taken.', requestId: 'r', alternatives } },
          },
    );
    const { user } = showQueue(server);
    await user.click((await toRow('Sana Khan')).getByRole('button', { name: /^No doctor yet/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Dr. Iyer' }));
    await user.click(await screen.findByRole('button', { name: 'Move to 3:00 pm' }));
    expect(await screen.findByText(/Sana Khan is booked with Dr. Iyer, .*3:00 pm/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stands below a doctor’s own queue, taken by a press or its key [P-8.42]', async () => {
    give(server, { waiting: [inside, late, nobodys], resources: doctors, resourceId: rao?.id ?? null });
    server.routes.set(assigned, () => ({ json: given }));
    const { user } = showQueue(server);
    const below = await screen.findByRole('list', { name: 'No doctor yet' });
    expect(within(below).getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('1 in consultation, 1 expected, 1 with no doctor yet')).toBeVisible();
    expect(within(below).getByRole('button', { name: 'Take Sana Khan' })).toBeVisible();
    await user.keyboard('jjja');
    await waitFor(() => expect(server.requestsOf(assigned)).toHaveLength(1));
    expect(JSON.parse(server.requestsOf(assigned)[0]?.body ?? '')).toMatchObject({ resourceId: rao?.id });
  });

  it('is only said where nothing may be changed', async () => {
    give(server, { waiting: [{ ...nobodys, may: [] }], resources: doctors, resourceId: rao?.id ?? null });
    showQueue(server);
    expect((await toRow('Sana Khan')).getByText('No doctor yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(No doctor yet|Take)/ })).toBeNull();
  });
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
  showQueue(server);
  await toRow('Sana Khan');
});

describe('on a turf', () => {
  beforeEach(async () => {
    await server.close();
    server = await startQueueServer(buildSession({ businessType: 'turf', role: 'EMPLOYEE' }));
  });

  it('says from when until when, who plays and who has played; both are completed, and only who plays early is started [P-8.61]', async () => {
    const turf = { doctor: null, resourceName: 'Ground', endTime: '15:00' };
    give(server, {
      waiting: [
        buildQueueEntry({ ...turf, personName: 'Plays', stage: 'in', arrivedAt: at }),
        buildQueueEntry({ ...turf, personName: 'Played', stage: 'waiting', arrivedAt: at, isOver: true }),
        buildQueueEntry({ ...turf, personName: 'Away', stage: 'in' }),
        buildQueueEntry({ ...turf, personName: 'Missed', isLate: true, isOver: true }),
        buildQueueEntry({ ...turf, personName: 'Early', stage: 'waiting', arrivedAt: at, waitingSince: at }),
      ],
    });
    showQueue(server);
    const rows = within(await screen.findByRole('list', { name: 'Queue' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/2:30–3:00 pmPlays.*Playing.*Ground.*Complete/),
      expect.stringMatching(/2:30–3:00 pmPlayed.*Played.*Complete/),
      expect.stringMatching(/Away.*Not here yet.*Arrived/),
      expect.stringMatching(/MissedLate.*Arrived/),
      expect.stringMatching(/Early.*Since 2:30 pm.*Start/),
    ]);
    expect(rows.map(({ textContent }) => textContent.includes('Next'))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(screen.getByText('2 playing, 2 here, 1 expected')).toBeVisible();
  });

  it('names a half with its ground where there are several [P-6.45]', async () => {
    const grounds = ['Ground 1', 'Ground 2'].map((name, ground) => {
      const parts = ['Half A', 'Half B'].map((half, index) => ({
        id: getId(`${ground}${index + 1}`),
        name: half,
        archivedAt: null,
      }));
      return buildResource(getId(`${ground}0`), name, { kind: 'court', parts });
    });
    const [first, second] = [getId('01'), getId('11')];
    const half = { doctor: null, resourceName: 'Half A' };
    server.routes.set('GET /api/resources', () => ({ json: { items: grounds } }));
    give(server, {
      waiting: [
        buildQueueEntry({ ...half, personName: 'Team Asha', resourceId: first }),
        buildQueueEntry({ ...half, personName: 'Team Kabir', resourceId: second }),
      ],
    });
    showQueue(server);
    expect(await (await toRow('Team Asha')).findByText('Half A (Ground 1)')).toBeVisible();
    expect((await toRow('Team Kabir')).getByText('Half A (Ground 2)')).toBeVisible();
  });

  it.each([
    ['Nobody is expected today', 0],
    ['Nobody else is expected today', 1],
  ])('is empty with a way to book: %s [P-8.40]', async (text, completed) => {
    give(server, { done: { completed, noShow: 0 } });
    const { user, openNewAppointment } = showQueue(server);
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '+ New Booking' }));
    expect(openNewAppointment).toHaveBeenCalledOnce();
  });
});

it('shows the first ones at home, with the way to the rest [P-8.19]', async () => {
  showQueue(server, { first: { most: 2, page: '/dashboard/queue' } });
  expect(await screen.findByRole('link', { name: 'All 3 in the queue' })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('says what failed, and tries again', async () => {
  server.routes.set(
    route,
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const { user } = showQueue(server);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(server.requestsOf(route).length).toBeGreaterThan(1);
});

it('marks a person whose time is closed with the reason, and offers to close hours [P-6.87, P-6.93]', async () => {
  give(server, { resourceId: doctors[0]?.id ?? null, waiting: [{ ...late, closed: 'Doctor ill' }] });
  const { user, openClosing } = showQueue(server);
  expect(await screen.findByText('Closed: Doctor ill')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Doctor away…' }));
  expect(openClosing).toHaveBeenCalledExactlyOnceWith({ resourceId: doctors[0]?.id });
});

it('shows the number that a person got, and prints it on a roll of 80 mm [P-8.107]', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  give(server, { waiting: [{ ...here, token: 'A12' }, late] });
  const { user } = showQueue(server);
  const queue = within(await screen.findByRole('list', { name: 'Queue' }));
  const [numbered, other] = queue.getAllByRole('listitem');
  expect(numbered).toHaveTextContent('Token A12');
  expect(other).not.toHaveTextContent('Token');
  await user.click(screen.getByRole('button', { name: 'More for Sana Khan' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Print token' }));
  await waitFor(() => expect(print).toHaveBeenCalled());
  const slip = document.querySelector('[data-paper="roll"]');
  expect(slip).toHaveTextContent(/A12Sana Khan/);
  dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('[data-paper="roll"]')).toBeNull());
});
