/** Lets this browser show a page of ours where the network fails (web/offline). Browsers without https have no such thing. */
export function registerOfflinePage(): void {
  if (!import.meta.env.PROD) return;
  void navigator.serviceWorker
    ?.register('/offline/worker.js', { scope: '/', updateViaCache: 'none' })
    .catch(() => undefined /* Storage is closed to us, or the worker did not come: the next page tries again. */);
}
