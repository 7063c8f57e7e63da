import type { NoticeSettings } from '@samay/contract/reach/notices';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { BookingNotices } from './booking-notices.tsx';
import { PersonNotices } from './person-notices.tsx';
import { NoticesSection } from './notices-section.tsx';

const path = '/api/notice-settings';
const none: NoticeSettings = {
  remindersOn: true,
  leads: [1440],
  isAvailable: true,
  mailsOn: true,
  whatsApp: {
    isAvailable: false,
    mayConnect: false,
    own: null,
    isOn: false,
    tellsChanges: true,
    used: 0,
    included: 25,
    trouble: null,
    texts: [],
  },
  order: ['whatsapp', 'sms', 'mail'],
  on: ['mail'],
  language: 'en',
  sent: 0,
  failed: 0,
  latest: [],
  may: { change: true },
};

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});
const answer = (about: Partial<NoticeSettings>) =>
  server.routes.set(`GET ${path}`, () => ({ json: { ...none, ...about } }));

it('chooses when people are reminded, keeps one, and goes back when the server says no [P-12.61]', async () => {
  answer({});
  server.routes.set(`PUT ${path}/reminders`, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <NoticesSection />);
  const day = await screen.findByRole('checkbox', { name: '1 day before' });
  expect(day).toBeChecked();
  expect(day).toBeDisabled();
  const hours = screen.getByRole('checkbox', { name: '2 hours before' });
  await user.click(hours);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(hours).not.toBeChecked();
  server.routes.set(`PUT ${path}/reminders`, ({ body }) => {
    const { isOn, leads } = JSON.parse(body);
    return { json: { ...none, remindersOn: isOn, leads } };
  });
  await user.click(hours);
  await waitFor(() => expect(hours).toBeChecked());
  await user.click(screen.getByRole('checkbox', { name: '3 days before' }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: '7 days before' })).toBeDisabled());
  await user.click(screen.getByRole('switch', { name: 'Remind patients of their appointments' }));
  expect(await screen.findByText('Reminders are off')).toBeVisible();
});

it('shows the text in each language, and what became of the latest [P-12.61]', async () => {
  const at = '2026-11-21T04:30:00.000Z';
  const notice = {
    channel: 'mail',
    kind: 'reminder',
    lead: 1440,
    language: 'en',
    startsAt: '2026-11-22T04:30:00.000Z',
    at,
  } as const;
  const id = '00000000-0000-4000-8000-000000000001';
  answer({
    sent: 1,
    failed: 1,
    latest: [
      { ...notice, id, appointmentId: id, state: 'sent', reason: null },
      {
        ...notice,
        id: '00000000-0000-4000-8000-000000000002',
        appointmentId: id,
        state: 'failed',
        reason: 'it could not leave in time',
      },
    ],
  });
  const { user } = renderSignedIn(server, <NoticesSection />);
  const preview = await screen.findByRole('group', { name: 'Preview' });
  expect(preview).toHaveTextContent('This is a reminder of your appointment at');
  await user.click(screen.getByRole('combobox', { name: 'Text, for people of the language' }));
  await user.click(await screen.findByRole('option', { name: 'తెలుగు' }));
  expect(preview).toHaveTextContent('నమస్కారం Asha Kulkarni');
  const list = within(screen.getByRole('list', { name: 'The latest messages' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/, sent$/),
    expect.stringMatching(/, not sent: it could not leave in time$/),
  ]);
});

it('says why nothing leaves, in the words of a turf [P-12.61]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  answer({ mailsOn: false });
  const { unmount } = renderSignedIn(server, <NoticesSection />);
  expect(await screen.findByText(/^Nothing is sent until you turn on “Email to customers”/)).toBeVisible();
  expect(document.body.textContent).not.toMatch(/patient|doctor|appointment/i);
  unmount();
  answer({ isAvailable: false });
  renderSignedIn(server, <NoticesSection />);
  expect(await screen.findByText(/^This server is not set up to send email yet/)).toBeVisible();
});

it('stands in the details of a booking: what is due, what became of it, who wants no more [P-12.61]', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const [at, due] = ['2026-11-21T04:30:00.000Z', '2026-11-22T04:30:00.000Z'];
  const notice = {
    id,
    channel: 'mail',
    kind: 'reminder',
    lead: 1440,
    language: 'en',
    startsAt: due,
    at,
    state: 'sent',
    reason: null,
  };
  const json: object = { notices: [notice], due: [due], replies: [], optedOutAt: at };
  server.routes.set(`GET /api/appointments/${id}/notices`, () => ({ json }));
  renderSignedIn(server, <BookingNotices id={id} />);
  const part = await screen.findByRole('region', { name: 'Messages' });
  expect(part).toHaveTextContent(/Wants no more since/);
  expect(
    within(part)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([expect.stringMatching(/: leaves$/), expect.stringMatching(/, sent$/)]);
});

it('shows the answers to the reminders of a booking, and reads them by one press [P-12.142]', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const at = '2026-11-21T04:30:00.000Z';
  const reply = { id, channel: 'whatsapp', text: 'I am late', at, isUnread: true };
  const json = (isUnread: boolean) => ({
    json: { notices: [], due: [], replies: [{ ...reply, isUnread }], optedOutAt: null },
  });
  let isRead = false;
  server.routes.set(`GET /api/appointments/${id}/notices`, () => json(!isRead));
  const reading = `PUT /api/appointments/${id}/replies/reading`;
  server.routes.set(reading, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <BookingNotices id={id} />);
  const part = await screen.findByRole('region', { name: 'Answers' });
  expect(part).toHaveTextContent(/by WhatsAppUnreadI am late/);
  const press = within(part).getByRole('button', { name: 'Mark as read' });
  await user.click(press);
  expect(await within(part).findByRole('alert')).toBeVisible();
  server.routes.set(reading, () => {
    isRead = true;
    return json(false);
  });
  await user.click(press);
  await waitFor(() => expect(part).not.toHaveTextContent(/Unread|Mark as read/));
  expect(part).toHaveTextContent(/I am late/);
});

it('turns WhatsApp on, says what it costs and how it does, and shows its text and state [P-12.86]', async () => {
  const off = { ...none.whatsApp, isAvailable: true, used: 7 };
  answer({ whatsApp: off });
  const trouble = 'The messages of this month are used up: reminders go by email until the next one.';
  const text = {
    name: 'samay_reminder_doctor_one_v1',
    language: 'en',
    state: 'refused',
    reason: 'INVALID_FORMAT',
  };
  server.routes.set(`PUT ${path}/whatsapp`, answerError(503, 'whatsapp.not_available', 'Not set up'));
  const { user } = renderSignedIn(server, <NoticesSection />);
  const toggle = await screen.findByRole('switch', { name: 'Remind by WhatsApp' });
  expect(screen.getByText(/whom WhatsApp does not reach, are reminded by email\.$/)).toBeVisible();
  expect(screen.getByText(/^Used this month: 7 of the 25 messages/)).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Preview in WhatsApp' })).toBeNull();
  await user.click(toggle);
  expect(await screen.findByText('Not set up')).toBeVisible();
  server.routes.set(`PUT ${path}/whatsapp`, ({ body }) => {
    const { isOn } = JSON.parse(body) as { isOn: boolean };
    return { json: { ...none, whatsApp: { ...off, isOn, trouble, texts: [text] } } };
  });
  await user.click(toggle);
  expect(await screen.findByText(trouble)).toBeVisible();
  const preview = screen.getByRole('group', { name: 'Preview in WhatsApp' });
  expect(preview).toHaveTextContent(/^Hello Asha Kulkarni,.*Dr\. Mehta.*I am coming · See, move or cancel$/);
  expect(screen.getByText(/WhatsApp has refused it\. \(INVALID_FORMAT\)$/)).toBeVisible();
});

it('tells of changes by a switch of its own, and shows each text with its state [P-12.171]', async () => {
  const whatsApp = { ...none.whatsApp, isAvailable: true, isOn: true };
  const text = { name: 'samay_cancelled_doctor_v1', language: 'en', state: 'waiting', reason: null } as const;
  answer({ whatsApp: { ...whatsApp, texts: [text] } });
  server.routes.set(`PUT ${path}/whatsapp`, ({ body }) => {
    const { isOn, tellsChanges } = JSON.parse(body) as { isOn: boolean; tellsChanges: boolean };
    return { json: { ...none, whatsApp: { ...whatsApp, isOn, tellsChanges } } };
  });
  const { user } = renderSignedIn(server, <NoticesSection />);
  const toggle = await screen.findByRole('switch', {
    name: 'Also tell patients when an appointment is made, moved or cancelled, and when you run late',
  });
  await user.click(screen.getByRole('combobox', { name: 'Message by WhatsApp' }));
  await user.click(await screen.findByRole('option', { name: 'Cancelled' }));
  const preview = screen.getByRole('group', { name: 'Preview in WhatsApp' });
  expect(preview).toHaveTextContent(
    /^Hello! The appointment of Asha Kulkarni at .* is cancelled: .*10:30 am/,
  );
  expect(screen.getByText(/WhatsApp has not approved it yet\.$/)).toBeVisible();
  await user.click(toggle);
  expect(await screen.findByText('People are only reminded')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Message by WhatsApp' })).toBeNull();
  expect(preview).toHaveTextContent(/^Hello Asha Kulkarni, This is a reminder/);
});

it('promises no email with WhatsApp where none is sent [P-12.143]', async () => {
  answer({ whatsApp: { ...none.whatsApp, isAvailable: true, isOn: true }, on: ['whatsapp'] });
  renderSignedIn(server, <NoticesSection />);
  expect(await screen.findByText(/whom WhatsApp does not reach, are not reminded\.$/)).toBeVisible();
});

it('moves a channel up and down by a press or a key, and back where the server says no [P-12.160]', async () => {
  answer({ on: ['whatsapp', 'mail'] });
  server.routes.set(`PUT ${path}/order`, ({ body }) => {
    const { order } = JSON.parse(body) as Pick<NoticeSettings, 'order'>;
    return { json: { ...none, on: ['whatsapp', 'mail'], order } };
  });
  const { user } = renderSignedIn(server, <NoticesSection />);
  const list = within(await screen.findByRole('list', { name: 'Order of the channels' }));
  const names = () => list.getAllByRole('listitem').map((item) => item.textContent);
  expect(names()).toEqual(['1. WhatsApp', '2. SMS (off)', '3. Email']);
  await user.click(list.getByRole('button', { name: 'Move email up' }));
  await waitFor(() => expect(names()).toEqual(['1. WhatsApp', '2. Email', '3. SMS (off)']));
  list.getByRole('button', { name: 'Move email up' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(names()).toEqual(['1. Email', '2. WhatsApp', '3. SMS (off)']));
  expect(list.getByRole('button', { name: 'Move email up' })).toHaveFocus();
  await user.keyboard('{Enter}');
  server.routes.set(`PUT ${path}/order`, answerError(403, 'access.denied', 'You may not.'));
  await user.click(list.getByRole('button', { name: 'Move WhatsApp down' }));
  expect(await screen.findByText('You may not.')).toBeVisible();
  expect(names()).toEqual(['1. Email', '2. WhatsApp', '3. SMS (off)']);
  expect(server.requestsOf(`PUT ${path}/order`)).toHaveLength(3);
});

it('connects a number of the business, says what is wrong at its field, and removes it after a question [P-12.166]', async () => {
  const ready = { ...none.whatsApp, mayConnect: true };
  answer({ whatsApp: ready });
  const number = `${path}/whatsapp-number`;
  server.routes.set(`PUT ${number}`, () => ({
    status: 422,
    json: {
      error: {
        code: 'whatsapp.refused',
        message: 'WhatsApp does not know the number. Nothing was saved.',
        requestId: 'r1',
        fields: { token: 'Nothing was saved, because WhatsApp no longer accepts the token.' },
      },
    },
  }));
  const { user } = renderSignedIn(server, <NoticesSection />);
  await user.click(await screen.findByRole('button', { name: 'Use your own number' }));
  const form = within(screen.getByRole('form', { name: 'Own number at WhatsApp' }));
  await user.click(form.getByRole('button', { name: 'Save number' }));
  expect(form.getByRole('textbox', { name: 'Phone number id' })).toHaveAccessibleDescription(/digits alone/);
  await user.type(form.getByRole('textbox', { name: 'Phone number id' }), '106540352242977');
  await user.type(form.getByRole('textbox', { name: 'WhatsApp Business account id' }), '102290129340777');
  const token = form.getByLabelText('Token');
  await user.type(token, 'sandbox-whatsapp-own-token');
  await user.click(form.getByRole('button', { name: 'Save number' }));
  expect(await form.findByText(/no longer accepts the token/)).toBeVisible();
  await waitFor(() => expect(token).toHaveFocus());
  const own = { phoneNumberId: '106540352242977', accountId: '102290129340777', name: '+91 80 4718 0002' };
  server.routes.set(`PUT ${number}`, () => ({
    json: { ...none, whatsApp: { ...ready, isAvailable: true, isOn: true, own } },
  }));
  await user.click(form.getByRole('button', { name: 'Save number' }));
  expect(await screen.findByText(/from your own number, \+91 80 4718 0002\./)).toBeVisible();
  expect(screen.getByText(/^WhatsApp charges you/)).toBeVisible();
  expect(document.body.innerHTML).not.toContain('sandbox-whatsapp-own-token');
  server.routes.set(`DELETE ${number}`, () => ({ json: { ...none, whatsApp: ready } }));
  await user.click(screen.getByRole('button', { name: 'Remove number' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Remove number' }));
  expect(await screen.findByRole('button', { name: 'Use your own number' })).toBeVisible();
});

const personId = '00000000-0000-4000-8000-0000000000aa';
const ofPerson = `/api/patients/${personId}/notices`;
const sentAt = '2026-12-02T04:30:00.000Z';
const notice = {
  channel: 'whatsapp',
  kind: 'reminder',
  lead: 1440,
  language: 'en',
  startsAt: '2026-12-03T04:30:00.000Z',
  at: sentAt,
};
const appointmentId = '00000000-0000-4000-8000-000000000001';
const ofMeera = {
  notices: [
    { ...notice, id: appointmentId, appointmentId, state: 'sent', reason: null },
    { ...notice, id: personId, appointmentId, state: 'failed', reason: 'it could not leave in time' },
  ],
  replies: [],
  isReachable: true,
  optedOutAt: null,
};

it('stands on the page of a person: the latest, each with its state and reason [P-12.62]', async () => {
  server.routes.set(`GET ${ofPerson}`, () => ({ json: ofMeera }));
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  const { user } = renderSignedIn(server, <PersonNotices id={personId} />, actions);
  const part = within(await screen.findByRole('region', { name: 'Messages' }));
  const [sent, failed] = await part.findAllByRole('listitem');
  expect(sent).toHaveTextContent('2 Dec 2026, 10:00 am reminder of 3 Dec 2026, 10:00 am, by WhatsAppSent');
  expect(failed).toHaveTextContent('It could not leave in timeNot sent');
  await user.click(within(sent as HTMLElement).getByRole('button'));
  expect(actions.openDetails).toHaveBeenCalledWith(appointmentId);
});

it('stands on the page of a person: what they answered, and whether it is read [P-12.142]', async () => {
  const reply = { channel: 'whatsapp', at: sentAt, appointmentId };
  const replies = [
    { ...reply, id: personId, text: 'I am late', isUnread: true },
    { ...reply, id: appointmentId, text: 'Is there parking?', isUnread: false },
  ];
  server.routes.set(`GET ${ofPerson}`, () => ({ json: { ...ofMeera, notices: [], replies } }));
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  const { user } = renderSignedIn(server, <PersonNotices id={personId} />, actions);
  const part = within(await screen.findByRole('region', { name: 'Messages' }));
  const [unread, read] = await part.findAllByRole('listitem');
  expect(unread).toHaveTextContent('2 Dec 2026, 10:00 am answer by WhatsAppI am lateUnread');
  expect(read).toHaveTextContent(/Is there parking\?$/);
  await user.click(within(unread as HTMLElement).getByRole('button'));
  expect(actions.openDetails).toHaveBeenCalledWith(appointmentId);
});

it('notes at the desk that a person wants no more, and allows them again after a question [P-12.63]', async () => {
  let optedOutAt: string | null = null;
  server.routes.set(`GET ${ofPerson}`, () => ({ json: { ...ofMeera, notices: [], optedOutAt } }));
  server.routes.set(`PUT ${ofPerson}`, ({ body }) => {
    optedOutAt = (JSON.parse(body) as { areWanted: boolean }).areWanted ? null : sentAt;
    return { json: { ...ofMeera, notices: [], optedOutAt } };
  });
  const { user } = renderSignedIn(server, <PersonNotices id={personId} />);
  expect(await screen.findByText('None was sent yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'No more notices' }));
  expect(await screen.findByText('Wants no more notices since 2 Dec 2026')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Allow again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Allow notices again' }));
  await user.click(dialog.getByRole('button', { name: 'Not now' }));
  expect(server.requestsOf(`PUT ${ofPerson}`)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'No more notices' })).toBeVisible();
  server.routes.set(`PUT ${ofPerson}`, answerError(403, 'access.denied', 'You may not.'));
  await user.click(screen.getByRole('button', { name: 'No more notices' }));
  expect(await screen.findByText('You may not.')).toBeVisible();
});

it('offers no change to a reader, nor where no email or number is known [P-12.63]', async () => {
  const show = (shown: object) => server.routes.set(`GET ${ofPerson}`, () => ({ json: shown }));
  show({ ...ofMeera, isReachable: false });
  const { unmount } = renderSignedIn(server, <PersonNotices id={personId} />);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'No more notices' })).toBeNull();
  unmount();
  await server.close();
  const session = buildSession();
  const permissions = session.permissions.filter((permission) => permission !== 'people.write');
  server = await startClinicServer({ ...session, permissions });
  show({ ...ofMeera, optedOutAt: sentAt });
  renderSignedIn(server, <PersonNotices id={personId} />);
  expect(await screen.findByText('Wants no more notices since 2 Dec 2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow again' })).toBeNull();
});
