import type { Closing, ClosingBooking } from '@samay/contract/bookings/closings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildResource, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import {
  asha,
  buildClosing,
  buildDecided,
  buildTouched,
  closingId,
  ravi,
} from '../../../../test/closings.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import type { ClosingPreset } from '../../../lib/actions.tsx';
import { CloseDialog } from './close-dialog.tsx';

const steps = `POST /api/closings/${closingId}/steps`;
const meera = buildTouched('Meera Shah');
const kiran = buildTouched('Kiran Rao', { proposal: null });
const paid = buildTouched('Paid Patel');
paid.booking.amount = 500_00;

let server: ClinicServer;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T08:30:00Z'), toFake: ['Date'] });
  await begin();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

it('shows what a span touches as soon as it is chosen, and closes it with one press for all [P-6.88, P-6.89]', async () => {
  const { user, dialog } = open({ resourceId: asha });
  expect(await dialog.findByText('Sat, 21 Nov, 2:00 pm to midnight')).toBeVisible();
  expect(await dialog.findByText('3 appointments')).toBeVisible();
  expect(findChoice('Meera Shah')).toHaveDisplayValue('Move to Mon, 23 Nov, 9:00 am');
  expect(findChoice('Kiran Rao')).toHaveDisplayValue('Cancel');
  const press = dialog.getByRole('button', { name: 'Close and move 2, cancel 1' });
  await user.click(press);
  expect(await dialog.findByText('Please enter a reason')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Doctor ill' }));
  answerSteps([2, 1]);
  await user.click(press);
  expect(await dialog.findByText('2 moved, 1 cancelled')).toBeVisible();
  expect(server.requestsOf(steps)).toHaveLength(2);
  expect(sentTo('POST /api/closings')).toMatchObject({
    resourceId: asha,
    from: { date: '2026-11-21', time: '14:00' },
    to: { date: '2026-11-22', time: '00:00' },
    reason: 'Doctor ill',
    bookings: [
      { id: meera.booking.id, decision: { action: 'move', to: meera.proposal } },
      { id: kiran.booking.id, decision: { action: 'cancel', money: 'leave' } },
      { id: paid.booking.id, decision: { action: 'move' } },
    ],
  });
});

it('chooses for one and for all, with the money of those that are cancelled [P-6.88]', async () => {
  const { user, dialog } = open({ resourceId: asha });
  const forAll = within(await dialog.findByRole('group', { name: 'For all' }));
  await user.click(forAll.getByRole('button', { name: 'Cancel' }));
  const money = dialog.getByRole('radiogroup', {
    name: 'What becomes of ₹500 of 1 cancelled appointment?',
  });
  await user.click(within(money).getByRole('radio', { name: 'Give back' }));
  await user.selectOptions(findChoice('Meera Shah'), 'They come anyway');
  await user.selectOptions(findChoice('Kiran Rao'), 'Move…');
  await user.click(dialog.getByRole('button', { name: 'Doctor ill' }));
  const press = dialog.getByRole('button', { name: 'Close and move 1, cancel 1' });
  await user.click(press);
  expect(await dialog.findByText('Please enter a time')).toBeVisible();
  await user.type(dialog.getByLabelText(/^New Time/), '17:45');
  answerSteps([3]);
  await user.click(press);
  await dialog.findByRole('list', { name: 'What became of them' });
  expect(sentTo('POST /api/closings')).toMatchObject({
    bookings: [
      { decision: { action: 'keep' } },
      { decision: { action: 'move', to: { date: '2026-11-21', time: '17:45', resourceId: asha } } },
      { decision: { action: 'cancel', money: 'refund' } },
    ],
  });
});

it('says that a proposed start has another price [P-6.95]', async () => {
  const peak = { ...buildTouched('Ravi Kumar'), proposedPrice: 1_200_00 };
  peak.booking.price = 800_00;
  const same = { ...buildTouched('Asha Pai'), proposedPrice: 800_00 };
  same.booking.price = 800_00;
  const priced = { ...buildTouched('Kiran Bose'), proposedPrice: 800_00 };
  server.routes.set('GET /api/closings/preview', () => ({
    json: { items: [peak, same, priced], hidden: 0, hasMore: false },
  }));
  const { user, dialog } = open({ resourceId: asha });
  await dialog.findByText('3 appointments');
  expect(dialog.getAllByText(/instead of/).map(({ textContent }) => textContent)).toEqual([
    '₹1,200 instead of ₹800',
    '₹800 instead of no price',
  ]);
  await user.selectOptions(findChoice('Ravi Kumar'), 'Cancel');
  expect(dialog.queryByText('₹1,200 instead of ₹800')).toBeNull();
});

it('ends on the day of its start when both times are typed [P-6.97]', async () => {
  const { user, dialog } = open({ resourceId: asha });
  await user.click(await dialog.findByRole('button', { name: 'Other time…' }));
  fireEvent.change(dialog.getByLabelText(/^Start time/), { target: { value: '16:00' } });
  fireEvent.change(dialog.getByLabelText(/^End time/), { target: { value: '18:00' } });
  expect(await dialog.findByText('Sat, 21 Nov, 4:00 pm to 6:00 pm')).toBeVisible();
});

it('decides the money of all cancelled bookings, an advance by default, and of one of them [P-8.72, P-9.158]', async () => {
  const other = buildTouched('Rich Rao');
  other.booking.amount = 300_00;
  server.routes.set('GET /api/closings/preview', () => ({
    json: { items: [meera, paid, other], hidden: 0, hasMore: false },
  }));
  const { user, dialog } = open({ resourceId: asha });
  const forAll = within(await dialog.findByRole('group', { name: 'For all' }));
  await user.click(forAll.getByRole('button', { name: 'Cancel' }));
  const money = within(
    dialog.getByRole('radiogroup', { name: 'What becomes of ₹800 of 2 cancelled appointments?' }),
  );
  expect(money.getByRole('radio', { name: 'Keep as advance' })).toBeChecked();
  const ofOne = dialog.getByRole('combobox', { name: 'Money of Paid Patel' });
  expect(ofOne).toHaveDisplayValue('Keep ₹500 as advance');
  expect(dialog.queryByRole('combobox', { name: 'Money of Meera Shah' })).toBeNull();
  await user.selectOptions(ofOne, 'Give ₹500 back');
  for (const radio of money.getAllByRole('radio')) expect(radio).not.toBeChecked();
  await user.click(money.getByRole('radio', { name: 'Keep as cancellation fee' }));
  expect(ofOne).toHaveDisplayValue('Keep ₹500 as cancellation fee');
  await user.selectOptions(ofOne, 'Give ₹500 back');
  // Another press for all keeps what was chosen for one.
  await user.click(forAll.getByRole('button', { name: 'Cancel' }));
  await user.click(dialog.getByRole('button', { name: 'Doctor ill' }));
  answerSteps([3]);
  await user.click(dialog.getByRole('button', { name: 'Close and cancel 3' }));
  await dialog.findByRole('list', { name: 'What became of them' });
  expect(sentTo('POST /api/closings')).toMatchObject({
    bookings: [
      { decision: { action: 'cancel', money: 'leave' } },
      { decision: { action: 'cancel', money: 'refund' } },
      { decision: { action: 'cancel', money: 'leave' } },
    ],
  });
});

it('asks how money is given back whose payment method was not noted [P-9.68]', async () => {
  const unnamed = { ...paid, unnamed: 200_00 };
  server.routes.set('GET /api/closings/preview', () => ({
    json: { items: [meera, unnamed], hidden: 0, hasMore: false },
  }));
  const { user, dialog } = open({ resourceId: asha });
  const forAll = within(await dialog.findByRole('group', { name: 'For all' }));
  await user.click(forAll.getByRole('button', { name: 'Cancel' }));
  const method = { name: 'How is ₹200 given back? How it was paid was not noted.' };
  expect(dialog.queryByRole('combobox', method)).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'Give back' }));
  await user.click(dialog.getByRole('button', { name: 'Doctor ill' }));
  const press = dialog.getByRole('button', { name: 'Close and cancel 2' });
  await user.click(press);
  expect(await dialog.findByText('Please choose a payment method')).toBeVisible();
  await user.selectOptions(dialog.getByRole('combobox', method), 'Cash');
  answerSteps([2]);
  await user.click(press);
  await dialog.findByRole('list', { name: 'What became of them' });
  expect(sentTo('POST /api/closings')).toMatchObject({
    bookings: [
      { decision: { action: 'cancel', money: 'leave' } },
      { decision: { action: 'cancel', money: 'refund', method: 'Cash' } },
    ],
  });
});

it('says what waits for somebody who may give money back, and goes on with nothing else [P-9.69]', async () => {
  const waits = buildDecided(paid, { action: 'cancel', to: null, money: 'refund', withheld: true });
  give([buildDecided(meera, { state: 'done' }), waits]);
  const { user, dialog } = open({});
  const text = '1 waits for somebody who may give money back. Please ask an owner.';
  expect(await dialog.findByText(text)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Go on with/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: /^Open Dr\. Asha/ }));
  expect(
    await dialog.findByText('Not yet cancelled: its money is given back by somebody who may'),
  ).toBeVisible();
  expect(dialog.getByText(text)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Go on with/ })).toBeNull();
  expect(server.requestsOf(steps)).toHaveLength(0);
});

it('tells two closings of one span and reason apart by who closed and when [P-8.73]', async () => {
  const { bookings: _, ...first } = buildClosing([], { by: null });
  const second = {
    ...first,
    id: '00000000-0000-4000-8000-0000000000c2',
    closedAt: '2026-11-20T05:12:00.000Z',
    by: 'Asha Kulkarni',
    counts: { waiting: 1 },
  };
  server.routes.set('GET /api/closings', () => ({ json: { items: [first, second] } }));
  const { dialog } = open({});
  const about = 'Dr. Asha, Sat, 21 Nov, 2:00 pm to midnight';
  for (const closed of ['closed at 2:00 pm', 'closed by Asha Kulkarni, 20 Nov, 10:42 am']) {
    expect(await dialog.findByText(`Doctor ill · ${closed}`)).toBeVisible();
    expect(dialog.getByRole('button', { name: `Open ${about}, ${closed}` })).toBeVisible();
  }
});

it('says that the server is away, tries again, and sends the closing with one key [P-6.89]', async () => {
  let isAway = true;
  const answer = server.routes.get('POST /api/closings');
  server.routes.set('POST /api/closings', (request) => (isAway ? 'drop' : (answer?.(request) ?? 'drop')));
  const { user, dialog } = open({ resourceId: asha });
  await user.click(await dialog.findByRole('button', { name: 'Doctor ill' }));
  const press = await dialog.findByRole('button', { name: 'Close and move 2, cancel 1' });
  await user.click(press);
  expect(await dialog.findByText('It could not be closed. Please try again.')).toBeVisible();
  isAway = false;
  let tries = 0;
  const inSteps = stepping([1, 2]);
  server.routes.set(steps, () => {
    tries += 1;
    return tries === 2 ? 'drop' : inSteps();
  });
  await user.click(press);
  expect(await dialog.findByText(/^Samay does not answer right now/)).toBeVisible();
  const bar = dialog.getByRole('progressbar', { name: 'Progress' });
  expect(bar).toHaveAttribute('aria-valuenow', '33');
  expect(await dialog.findByText('2 moved, 1 cancelled')).toBeVisible();
  const keys = server.requestsOf('POST /api/closings').map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys)).toHaveProperty('size', 1);
});

it('asks before a typed reason is discarded [P-6.88]', async () => {
  const { user, dialog } = open({ resourceId: asha });
  await user.type(await dialog.findByLabelText(/^Reason/), 'Power cut');
  await user.keyboard('{Escape}');
  expect(await dialog.findByText('Discard what you typed?')).toBeVisible();
});

it('lists what could not be done first, offers it again, and links to each person [P-6.90, P-9.112]', async () => {
  const refused = { state: 'refused', refusal: 'This time is taken.' } as const;
  const moved = buildDecided(meera, { state: 'done' });
  const booking = moved.booking && { ...moved.booking, discount: 500_00, discountGiven: 700_00 };
  give([{ ...moved, booking }, buildDecided(kiran, refused)]);
  const { user, dialog } = open({});
  await user.click(await dialog.findByRole('button', { name: /^Open Dr\. Asha/ }));
  const [first, second] = within(
    await dialog.findByRole('list', { name: 'What became of them' }),
  ).getAllByRole('listitem');
  expect(first).toHaveTextContent('Kiran RaoNot moved: This time is taken.');
  expect(second).toHaveTextContent('Moved to Mon, 23 Nov, 9:00 am; discount lowered from ₹700 to ₹500');
  expect(await dialog.findByText('Tell Meera Shah: moved')).toBeVisible();
  expect(dialog.queryByText(/^Tell Kiran Rao/)).toBeNull();
  expect(dialog.getAllByRole('link', { name: '+91 98450 12345' })).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Choose again' }));
  await user.click(await dialog.findByRole('button', { name: 'Cancel 1' }));
  await waitFor(() => expect(server.requestsOf('POST /api/closings')).toHaveLength(1));
  expect(sentTo('POST /api/closings')).toMatchObject({
    exceptionId: buildClosing([]).exceptionId,
    reason: 'Doctor ill',
    bookings: [{ id: kiran.booking.id }],
  });
});

it('goes on with a closing that was left, and takes one back with what stays and why [P-6.89, P-6.90]', async () => {
  const left = [buildDecided(meera), buildDecided(paid)];
  give(left);
  const { user, dialog } = open({});
  answerSteps([2], left);
  await user.click(await dialog.findByRole('button', { name: /^Go on with Dr\. Asha/ }));
  expect(await dialog.findByText('2 moved')).toBeVisible();
  const undone = { undoneAt: '2026-11-21T08:31:00.000Z', mayUndo: false };
  server.routes.set(`DELETE /api/closings/${closingId}`, () => ({
    json: buildClosing(
      [meera, paid].map((each) => buildDecided(each, { state: 'undoing' })),
      undone,
    ),
  }));
  const stands = { state: 'stands', refusal: 'Somebody has changed this appointment.' } as const;
  const back = [buildDecided(meera, { state: 'undone' }), buildDecided(paid, stands)];
  server.routes.set(steps, () => ({ json: { handled: back, left: 0 } }));
  server.routes.set(`GET /api/closings/${closingId}`, () => ({ json: buildClosing(back, undone) }));
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  expect(await dialog.findByText('1 taken back, 1 could not be taken back')).toBeVisible();
  expect(
    dialog.getByText('Stays at Mon, 23 Nov, 9:00 am: Somebody has changed this appointment.'),
  ).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('says after an undo who had closed, and what is missing of the money that was paid [P-8.82, P-8.83]', async () => {
  const undone = { action: 'cancel', to: null, state: 'undone', paidBefore: 500_00 } as const;
  const part = buildTouched('Part Patil');
  part.booking.amount = 200_00;
  const back = [
    buildDecided(meera, { ...undone, money: 'refund' }),
    buildDecided(part, { ...undone, money: 'advance' }),
    buildDecided(paid, { ...undone, money: 'advance' }),
    buildDecided(kiran, { ...undone, money: 'leave', paidBefore: null }),
  ];
  give(back, { undoneAt: '2026-11-21T08:31:00.000Z', mayUndo: false });
  const { user, dialog } = open({});
  await user.click(await dialog.findByRole('button', { name: /^Open Dr\. Asha/ }));
  const outcomes = await dialog.findByRole('list', { name: 'What became of them' });
  expect(
    within(outcomes)
      .getAllByText(/^(?:Scheduled|As it was)/)
      .map((each) => each.textContent),
  ).toEqual([
    'Scheduled again; ₹500 stays given back',
    'Scheduled again; ₹300 of its advance is spent',
    'As it was before',
    'As it was before',
  ]);
  expect(dialog.getByText(/^Taken back: /)).toHaveTextContent(
    'Taken back: Dr. Asha, Sat, 21 Nov, 2:00 pm to midnight · Doctor ill · closed by Asha Kulkarni, 2:00 pm',
  );
});

it('says that nobody is booked, counts what the plan hides, and offers a doctor only their own [P-6.87, P-6.88]', async () => {
  await server.close();
  await begin(buildSession({ role: 'DOCTOR' }));
  server.routes.set('GET /api/closings/preview', () => ({ json: { items: [], hidden: 2, hasMore: false } }));
  const { dialog } = open({});
  const whom = within(await dialog.findByRole('group', { name: 'Close' }));
  expect(whom.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Dr. Asha']);
  expect(await dialog.findByText('Nobody is booked in this time')).toBeVisible();
  expect(dialog.getByText('2 more are beyond your plan and stay booked.')).toBeVisible();
  expect(dialog.getByRole('form').querySelector('[type="submit"]')).toHaveTextContent('Close');
});

it('decides the bookings of a closure that there is already, without asking again [P-6.91]', async () => {
  const { resourceId, from, to, reason, closedAt } = buildClosing([]);
  const exception = { id: closingId, kind: 'closure' as const, createdAt: closedAt };
  const { user, dialog } = open({ closure: { ...exception, resourceId, from, to, reason } });
  expect(await dialog.findByText(/2:00 pm to midnight · Doctor ill/)).toBeVisible();
  expect(dialog.queryByLabelText(/^Reason/)).toBeNull();
  await user.click(await dialog.findByRole('button', { name: 'Move 2, cancel 1' }));
  await waitFor(() => expect(server.requestsOf('POST /api/closings')).toHaveLength(1));
  expect(sentTo('POST /api/closings')).toEqual({
    exceptionId: closingId,
    resourceId,
    from,
    to,
    reason,
    bookings: expect.any(Array),
  });
});

async function begin(session = buildSession()): Promise<void> {
  server = await startClinicServer(session);
  server.routes.set('GET /api/resources', () => ({
    json: { items: [buildResource(asha, 'Dr. Asha', { isOwn: true }), buildResource(ravi, 'Dr. Ravi')] },
  }));
  server.routes.set('GET /api/closings', () => ({ json: { items: [] } }));
  server.routes.set('GET /api/closings/preview', () => ({
    json: { items: [meera, kiran, paid], hidden: 0, hasMore: false },
  }));
  server.routes.set('POST /api/closings', () => ({ status: 201, json: buildClosing(waiting()) }));
}

/** The decisions that the dialog begins with, none of which is carried out. */
function waiting(): ClosingBooking[] {
  return [buildDecided(meera), buildDecided(kiran, { action: 'cancel', to: null }), buildDecided(paid)];
}

/** Makes the server keep a closing with these bookings, and list it. */
function give(bookings: ClosingBooking[], with_: Partial<Closing> = {}): void {
  const closing = buildClosing(bookings, with_);
  const { bookings: _, ...summary } = closing;
  server.routes.set('GET /api/closings', () => ({ json: { items: [summary] } }));
  server.routes.set(`GET /api/closings/${closingId}`, () => ({ json: closing }));
}

/** Answers each step with the next decisions as done, so many at a time. */
function answerSteps(sizes: readonly number[], decided = waiting()): void {
  server.routes.set(steps, stepping(sizes, decided));
}

function stepping(sizes: readonly number[], decided = waiting()) {
  let count = 0;
  let step = 0;
  return () => {
    const from = count;
    count += sizes[step] ?? 0;
    step += 1;
    const now = decided.map((each, at) => (at < count ? { ...each, state: 'done' as const } : each));
    server.routes.set(`GET /api/closings/${closingId}`, () => ({ json: buildClosing(now) }));
    return { json: { handled: now.slice(from, count), left: decided.length - count } };
  };
}

function open(preset: ClosingPreset) {
  const view = renderSignedIn(
    server,
    <CloseDialog
      preset={preset}
      tell={({ personName }, kinds) => <p>{`Tell ${personName}: ${kinds.join()}`}</p>}
      onClose={() => undefined}
    />,
  );
  return { ...view, dialog: screen };
}

function findChoice(name: string): HTMLElement {
  return screen.getByRole('combobox', { name: `For ${name}, 3:00 pm` });
}

function sentTo(route: string): unknown {
  return JSON.parse(Buffer.from(server.requestsOf(route).at(-1)?.body ?? '', 'latin1').toString());
}
