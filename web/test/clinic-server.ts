import type { Alternatives } from '@samay/contract/core/alternatives';
import type { Appointment, AppointmentPage } from '@samay/contract/bookings/appointments';
import { now } from '@samay/contract/core/time';
import type { Session } from '@samay/contract/identity/session';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSummary, buildMoney, buildPage, buildSession } from './builders.ts';
import { buildDrawers } from './drawers.ts';
import { buildBookingPapers } from './papers.ts';

/** A request that the test server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * A response: JSON with a status and an ETag, the beginning of an event stream that stays open, or
 * `drop` to close the connection.
 */
type Answer = { status?: number; json: unknown; etag?: string } | { events: string } | 'drop';
type Script = (request: ReceivedRequest) => Answer | Promise<Answer>;

/**
 * A real HTTP server with responses that the test sets: `routes` maps `GET /api/appointments` and
 * the like to functions. The session and an empty list are set by default.
 */
export interface ClinicServer {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  readonly routes: Map<string, Script>;
  /** The time of its Date headers; the test's own by default. */
  clock: () => Date;
  /** Returns the requests to one route, oldest first. */
  requestsOf(route: string): ReceivedRequest[];
  close(): Promise<void>;
}

/** The details of a business that has not named any. */
const noBusinessDetails = { address: null, telephone: null, registrationNumber: null, mapLink: null };

export async function startClinicServer(session: Session = buildSession()): Promise<ClinicServer> {
  const requests: ReceivedRequest[] = [];
  const routes = new Map<string, Script>([
    ['GET /api/session', () => ({ json: session })],
    ['GET /api/check-onboarding', () => ({ json: { data: { needsOnboarding: false }, error: null } })],
    ['GET /api/doctors', () => ({ json: { names: ['Dr. Kavita Rao'] } })],
    ['GET /api/appointment-warnings', () => ({ json: { warnings: [] } })],
    ['GET /api/appointments', () => ({ json: buildPage([]) })],
    ['GET /api/summary', () => ({ json: buildSummary() })],
    ['GET /api/drawers', () => ({ json: buildDrawers() })],
    ['GET /api/people', () => ({ json: { items: [] } })],
    ['GET /api/resources', () => ({ json: { items: [] } })],
    ['GET /api/services', () => ({ json: { items: [] } })],
    ['GET /api/hours', () => ({ json: { business: [], ofResources: [], exceptions: [] } })],
    ['GET /api/received/own', () => ({ json: { total: 0, methods: [], rows: [] } })],
    ['GET /api/received', () => ({ json: { total: 0, methods: [], people: [], days: [] } })],
    ['GET /api/business-details', () => ({ json: noBusinessDetails })],
    ['GET /api/slots', () => ({ json: { resources: [] } })],
    ['GET /api/slots/next', () => ({ json: { slots: [] } })],
  ]);
  const server = createServer((request, response) => void handle(request, response, clinic));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clinic: ClinicServer = {
    url: `http://127.0.0.1:${port}/`,
    requests,
    routes,
    clock: now,
    requestsOf: (route) => requests.filter(({ method, path }) => `${method} ${path}` === route),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return clinic;
}

/** Answers a page of a list. */
export function answerPage(items: Appointment[], rest: Partial<AppointmentPage> = {}): Script {
  return () => ({ json: buildPage(items, rest) });
}

/** Answers an error in the contract's form. */
export function answerError(
  status: number,
  code: string,
  message: string,
  fields?: Record<string, string>,
): Script {
  return () => ({
    status,
    json: { error: { code, message, requestId: 'request-1', ...(fields && { fields }) } },
  });
}

/** Answers the refusal of a taken time, with free alternatives. */
export function answerTaken(alternatives: Alternatives): Script {
  return () => ({
    status: 409,
    json: {
      error: { code: 'slot.taken', message: 'This time is taken.', requestId: 'request-1', alternatives },
    },
  });
}

/** Returns whether a dialog reads the money of a booking: nothing was taken unless a test says so. */
function isReadOfMoney({ method, path }: ReceivedRequest): boolean {
  return method === 'GET' && /^\/api\/appointments\/[^/]+\/money$/.test(path);
}

const answerNoMoney: Script = () => ({ json: buildMoney() });

/** Returns whether the details read the papers of a booking: there are none unless a test says so. */
function isReadOfPapers({ method, path }: ReceivedRequest): boolean {
  return method === 'GET' && /^\/api\/appointments\/[^/]+\/papers$/.test(path);
}

const answerNoPapers: Script = () => ({ json: buildBookingPapers() });

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  clinic: ClinicServer,
): Promise<void> {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Headers', '*, Authorization, Content-Type, Idempotency-Key');
  response.setHeader('Access-Control-Allow-Methods', '*, PUT, PATCH, DELETE');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://clinic');
  const method = request.method ?? 'GET';
  const one = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString('latin1'),
  };
  clinic.requests.push(one);
  const script =
    clinic.routes.get(`${method} ${url.pathname}`) ??
    (isReadOfMoney(one) ? answerNoMoney : undefined) ??
    (isReadOfPapers(one) ? answerNoPapers : undefined) ??
    answerError(404, 'not_found', 'This does not exist, or you may not see it.');
  const answer = await script(one);
  // Node's own Date header follows no faked clock.
  response.setHeader('Date', clinic.clock().toUTCString());
  if (answer === 'drop') return void request.socket.destroy();
  if ('events' in answer)
    return void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(answer.events);
  if (answer.etag !== undefined) response.setHeader('ETag', answer.etag);
  // Answers 304 like the server for a conditional endpoint.
  if (answer.etag !== undefined && answer.etag === one.headers['if-none-match'])
    return void response.writeHead(304).end();
  response
    .writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify(answer.json));
}
