import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';

const modes = {
  ok: 'Takes every message.',
  later: 'Answers 451: try again later.',
  refuse: 'Answers 550: no such mailbox.',
  hang: 'Reads the message and never answers.',
  close: 'Reads the message and closes the connection.',
};

/**
 * Starts an SMTP server without authentication that stores messages instead of delivering them. Its
 * address is like `smtp://127.0.0.1:3002`.
 */
export async function startMailServer(port: number): Promise<{ party: Party; close(): Promise<void> }> {
  const party = new Party('mail', 'Mail inbox', modes);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    size: 10 * 1024 * 1024,
    onData: (stream, session, done) => void receive(server, party, stream, session, done),
  });
  // A client may disconnect at any time; without a listener the error would end the process.
  server.on('error', () => {});
  party.address = `smtp://${loopback}:${await listenForMail(server, port)}`;
  return { party, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function receive(
  server: SMTPServer,
  party: Party,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  done: (error?: Error | null, message?: string) => void,
): Promise<void> {
  // A client that disconnects in the middle of a message has sent none, and cannot be answered.
  const raw = await buffer(stream).catch(() => undefined);
  if (!raw) return;
  const mail = await PostalMime.parse(raw);
  party.record(mail.subject ?? '(no subject)', describeMessage(mail, session));
  if (party.mode === 'hang') return;
  if (party.mode === 'close') return closeConnection(server, session);
  if (party.mode === 'later') return done(replyError(451, 'Try again later'));
  if (party.mode === 'refuse') return done(replyError(550, 'No such mailbox'));
  done(null, 'Kept');
}

function describeMessage(mail: Email, session: SMTPServerSession): Record<string, unknown> {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map((recipient) => recipient.address),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ key, value }) => `${key}: ${value}`),
    attachments: mail.attachments.map(({ filename, mimeType }) => `${filename ?? 'unnamed'} (${mimeType})`),
  };
}

function closeConnection(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections) if (connection.id === session.id) connection.close();
}

function replyError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function listenForMail(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => {
      server.off('error', reject);
      const address = server.server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
