/**
 * The service worker. It caches the offline page only: no response of the API, no token, no part of
 * the application. It is network first: the page is served only when the network fails.
 */

interface Lifetime extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Lifetime {
  readonly request: Request;
  /** The response to a navigation that was requested while the worker started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** The types of a service worker that this one uses: TypeScript's own exclude those of a page. */
interface Worker extends EventTarget {
  /** The files of the offline page and their version, prepended by the build (shell-list.ts). */
  readonly shell: readonly string[];
  readonly version: string;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
}

const worker = self as unknown as Worker;
const prefix = 'samay-offline-';
const cacheName = prefix + worker.version;
const page = '/offline/index.html';

worker.addEventListener('install', (event) => (event as Lifetime).waitUntil(keepShell()));
worker.addEventListener('activate', (event) => (event as Lifetime).waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const fetchEvent = event as FetchEvent;
  const { method, mode, url } = fetchEvent.request;
  if (method !== 'GET') return;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') fetchEvent.respondWith(navigate(fetchEvent));
  else if (worker.shell.includes(pathname)) fetchEvent.respondWith(fromNetwork(fetchEvent.request, pathname));
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(worker.shell.map((path) => new Request(path, { cache: 'reload' })));
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
  );
  await worker.registration.navigationPreload?.enable();
}

async function navigate({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return fromCache(page);
  }
}

async function fromNetwork(request: Request, path: string): Promise<Response> {
  return fetch(request).catch(() => fromCache(path));
}

async function fromCache(path: string): Promise<Response> {
  return (await caches.match(path)) ?? Response.error();
}
