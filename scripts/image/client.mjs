import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

const timeoutMs = 20_000;

/**
 * Sends one request on a connection of its own. `ca` is the certificate of the authority behind an
 * https address. Resolves to `{ status, headers, text }`.
 */
export function send(url, { method = 'GET', headers = {}, body, ca } = {}) {
  const { request } = url.startsWith('https:') ? https : http;
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, ca, agent: false, timeout: timeoutMs, headers: { ...type, ...headers } },
      (reply) => {
        const chunks = [];
        reply.on('data', (chunk) => chunks.push(chunk));
        reply.once('error', reject);
        reply.once('end', () =>
          resolve({
            status: reply.statusCode,
            headers: reply.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.once('timeout', () => sent.destroy(new Error(`${url} does not answer`)));
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Signs the desk of the demo's clinic in, and returns functions that book and that list its bookings. */
export async function signInDesk(url, ca) {
  const session = await send(`${url}/api/session`, {
    method: 'POST',
    body: { email: 'desk@citycare.example', password: 'demo1234', remember: true },
    ca,
  });
  if (session.status !== 201) throw new Error(`Signing in: ${session.status} ${session.text}`);
  const headers = {
    Authorization: `Bearer ${JSON.parse(session.text).accessToken}`,
    Cookie: session.headers['set-cookie'].map((cookie) => cookie.split(';')[0]).join('; '),
  };
  return {
    /** Books a day for a person; resolves to the reply's status. */
    async book(personName, date) {
      const body = {
        personName,
        personEmail: 'patient@example.com',
        date,
        time: '12:00',
        doctor: 'Default Doctor',
        overbookedReason: 'A test',
      };
      const reply = await send(`${url}/api/appointments`, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
        body,
        ca,
      });
      return reply.status;
    },
    /** Returns how many bookings a person with this name has. */
    async count(personName) {
      const query = new URLSearchParams({ search: personName });
      const reply = await send(`${url}/api/appointments?${query}`, { headers, ca });
      if (reply.status !== 200) throw new Error(`Listing: ${reply.status} ${reply.text}`);
      return JSON.parse(reply.text).items.filter((item) => item.personName === personName).length;
    },
  };
}
