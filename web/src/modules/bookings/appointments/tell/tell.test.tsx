import type { Appointment } from '@samay/contract/bookings/appointments';
import type { WhatsAppMessage, WhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAppointment } from '../../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { batchInvalidations } from '../../../../lib/live/batch-invalidations.ts';
import { tellAbout } from './tell.tsx';
import { TellSection } from './tell-section.tsx';

const booked = buildAppointment({ personName: 'Suresh Bose', personContact: '98200 11223' });
const path = `/api/appointments/${booked.id}/whatsapp-messages`;
const whatsAppMessage: WhatsAppMessage = {
  id: '00000000-0000-4000-8000-0000000000f1',
  kind: 'booked',
  at: new Date().toISOString(),
  by: 'Asha',
  mayUndo: true,
};
const offer: WhatsAppOffer = {
  number: '919820011223',
  language: 'mr',
  kinds: [
    {
      kind: 'booked',
      until: { date: '2096-11-20', time: '10:42' },
      texts: { en: 'Hello booked', hi: 'नमस्ते', mr: 'नमस्कार', te: 'నమస్కారం' },
    },
    {
      kind: 'moved',
      until: { date: '2096-11-20', time: '10:42' },
      texts: { en: 'Hello moved', hi: 'नया समय', mr: 'नवीन वेळ', te: 'కొత్త సమయం' },
    },
  ],
  whatsAppMessages: [],
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  // Links of another origin open nothing here.
  document.addEventListener('click', stay);
});
afterEach(async () => {
  document.removeEventListener('click', stay);
  await server.close();
});

function stay(event: Event): void {
  if (event.target instanceof HTMLElement && event.target.closest('a')) event.preventDefault();
}

/** Answers as the server does: what is opened is in the next offer, until it is undone. */
function keepWhatsAppMessages(): void {
  let whatsAppMessages: WhatsAppMessage[] = [];
  server.routes.set(`GET ${path}`, () => ({ json: { ...offer, whatsAppMessages } }));
  server.routes.set(`POST ${path}`, () => {
    whatsAppMessages = [whatsAppMessage];
    return { status: 201, json: { link: 'https://wa.me/919820011223?text=x', whatsAppMessage } };
  });
  server.routes.set(`DELETE ${path}/${whatsAppMessage.id}`, () => {
    whatsAppMessages = [];
    return { status: 204, json: undefined };
  });
}

const sent = () => server.requestsOf(`POST ${path}`).map(({ body }) => JSON.parse(body) as unknown);
const toText = (link: HTMLElement) => new URL((link as HTMLAnchorElement).href).searchParams.get('text');
const link = () => screen.findByRole('link', { name: 'Tell on WhatsApp' });

it('opens the text in a tab of its own, says who opened it, and takes that back [P-12.36, P-12.39]', async () => {
  keepWhatsAppMessages();
  const { user } = renderSignedIn(server, <>{tellAbout(booked, ['booked'])}</>);
  expect(await link()).toHaveAttribute('rel', 'noopener noreferrer');
  expect(await link()).toHaveAttribute('target', '_blank');
  expect((await link()) as HTMLAnchorElement).toHaveProperty('pathname', '/919820011223');
  expect(toText(await link())).toBe('नमस्कार');
  await user.click(await link());
  expect(await screen.findByText(/^Booked: Opened by Asha, \d+:\d\d [ap]m$/)).toBeVisible();
  expect(sent()).toEqual([{ kind: 'booked' }]);
  await user.click(screen.getByRole('button', { name: 'Undo Booked' }));
  await waitFor(() => expect(screen.queryByText(/Opened by/)).toBeNull());
  await user.click(await link());
  await waitFor(() => expect(sent()).toHaveLength(2));
  const keys = server.requestsOf(`POST ${path}`).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys.filter((key) => key !== undefined))).toHaveProperty('size', 2);
});

it('is in the language that is chosen next to it, which is sent to be kept [P-12.36]', async () => {
  keepWhatsAppMessages();
  const { user } = renderSignedIn(server, <>{tellAbout(booked, ['booked'])}</>);
  await link();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the message' }), 'हिन्दी');
  expect(toText(await link())).toBe('नमस्ते');
  await user.click(await link());
  await waitFor(() => expect(sent()).toEqual([{ kind: 'booked', language: 'hi' }]));
});

it('says that a press was not noted', async () => {
  keepWhatsAppMessages();
  server.routes.set(`POST ${path}`, answerError(409, 'whatsapp.not_now', 'This message does not fit.'));
  const { user } = renderSignedIn(server, <>{tellAbout(booked, ['booked'])}</>);
  await user.click(await link());
  expect(await screen.findByText('This message does not fit.')).toBeVisible();
});

it.each<[string, Partial<Appointment>]>([
  ['without a number', { personContact: null }],
  ['with a landline', { personContact: '020 2567 1234' }],
  ['that may not be changed', { may: [] }],
])('is neither offered nor asked for at a booking %s [P-12.36]', async (_, about) => {
  keepWhatsAppMessages();
  const appointment = { ...booked, ...about };
  renderSignedIn(
    server,
    <>
      {tellAbout(appointment, ['booked'])}
      <TellSection appointment={appointment} />
      <p>Shown</p>
    </>,
  );
  await screen.findByText('Shown');
  expect(screen.queryByText('Tell on WhatsApp')).toBeNull();
  expect(server.requestsOf(`GET ${path}`)).toEqual([]);
});

it('has a link for each kind in the details, and says that Samay sends nothing [P-12.36, P-12.37]', async () => {
  keepWhatsAppMessages();
  renderSignedIn(server, <TellSection appointment={booked} />);
  const section = within(await screen.findByRole('region', { name: 'Tell on WhatsApp' }));
  expect(section.getAllByRole('link').map((each) => [each.textContent, toText(each)])).toEqual([
    ['Booked', 'नमस्कार'],
    ['Moved', 'नवीन वेळ'],
  ]);
  expect(
    section.getByText('WhatsApp opens with the text, which is sent once you press send there.'),
  ).toBeVisible();
});

it('shows in the details who opened which message, also where none may be opened [P-12.31]', async () => {
  const yesterday = { ...whatsAppMessage, at: '2026-11-20T05:12:00.000Z', by: null, mayUndo: false };
  renderSignedIn(server, <TellSection appointment={{ ...booked, may: [], whatsAppMessages: [yesterday] }} />);
  expect(await screen.findByText('Booked: Opened, 20 Nov, 10:42 am')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('is offered no longer after another payment took what was due, or in its own minute [P-12.40]', async () => {
  const due = { kind: 'balance', until: null, texts: { en: '₹200 due', hi: '₹200', mr: '₹200' } } as const;
  server.routes.set(`GET ${path}`, () => ({ json: { ...offer, kinds: [due] } }));
  const { client } = renderSignedIn(server, <>{tellAbout(booked, ['received', 'balance'])}</>);
  await link();
  server.routes.set(`GET ${path}`, () => ({ json: { ...offer, kinds: [] } }));
  const stale = batchInvalidations(client, 5);
  // Another booking's change asks for nothing.
  stale.mark('appointments', '00000000-0000-4000-8000-0000000000f9');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.requestsOf(`GET ${path}`)).toHaveLength(1);
  stale.mark('appointments', booked.id);
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});

it('is not offered for a time that has come [P-12.29]', async () => {
  const until = { date: indiaDate(new Date()), time: indiaTime(new Date()) };
  const past = offer.kinds.map((kind) => ({ ...kind, until }));
  const due = { kind: 'balance', until: null, texts: { en: '₹200 due', hi: '₹200', mr: '₹200' } } as const;
  server.routes.set(`GET ${path}`, () => ({ json: { ...offer, kinds: [...past, due] } }));
  renderSignedIn(server, <TellSection appointment={booked} />);
  expect(toText(await link())).toBe('₹200');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('offers no message where Samay tells the person by itself, and says in the details how far that is [P-12.117]', async () => {
  server.routes.set(`GET ${path}`, () => ({
    json: { ...offer, sent: [{ kind: 'booked', state: 'queued' }] },
  }));
  const { unmount } = renderSignedIn(server, <>{tellAbout(booked, ['booked'])}</>);
  expect(await screen.findByText('Samay tells Suresh Bose by itself.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Tell on WhatsApp' })).toBeNull();
  unmount();
  server.routes.set(`GET ${path}`, () => ({ json: { ...offer, sent: [{ kind: 'booked', state: 'read' }] } }));
  renderSignedIn(server, <TellSection appointment={booked} />);
  expect(await screen.findByText(/Samay has told them by itself, read$/)).toBeVisible();
});
