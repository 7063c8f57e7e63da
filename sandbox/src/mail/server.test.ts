import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startMailServer } from './server.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;

beforeEach(async () => {
  mail = await startMailServer(0);
});

afterEach(() => mail.close());

const email = {
  from: 'no-reply@samay.example',
  to: 'owner@citycare.example',
  subject: 'आपका स्वागत है · set your password',
  text: 'Open https://samay.example/update-password?token=abc to begin.',
  html: '<p>Open <a href="https://samay.example/update-password?token=abc">this link</a>.</p>',
};

test('a message is kept as it reads: people, subject, both bodies', async () => {
  await send();
  expect(mail.party.arrivals).toHaveLength(1);
  expect(mail.party.arrivals[0]).toMatchObject({
    id: 1,
    mode: 'ok',
    summary: email.subject,
    content: {
      from: email.from,
      to: [email.to],
      subject: email.subject,
      text: expect.stringContaining('token=abc'),
      html: expect.stringContaining('href'),
    },
  });
});

test.each([
  ['later', 451],
  ['refuse', 550],
])('in mode %s the sender hears %i', async (mode, responseCode) => {
  mail.party.setMode(mode);
  await expect(send()).rejects.toMatchObject({ responseCode });
});

test('in mode close the connection breaks before an answer', async () => {
  mail.party.setMode('close');
  await expect(send()).rejects.toThrow();
});

test('in mode hang the sender runs into its timeout', async () => {
  mail.party.setMode('hang');
  await expect(send('?socketTimeout=500')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a sender that disconnects in the middle of a message leaves no message and does no harm', async () => {
  const { port, hostname } = new URL(mail.party.address);
  const socket = connect(Number(port), hostname);
  for (const line of ['EHLO me', 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@d.example>', 'DATA']) {
    await once(socket, 'data');
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'data');
  socket.write('Subject: half a mess');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await send();
  expect(mail.party.arrivals).toHaveLength(1);
});

function send(options = '') {
  const transport = createTransport(`${mail.party.address}${options}`);
  return transport.sendMail(email).finally(() => transport.close());
}
