import { startClinicServer } from './clinic-server.ts';
import { pointAt } from './point-at.ts';

/** A page that began with the script `ours`, before a server that by now gives out the page of `theirs`. Returns how to end it. */
export async function versions({ ours, theirs }: { ours: string; theirs: string }): Promise<() => Promise<void>> {
  const server = await startClinicServer();
  // Without quotes a page is the same page as JSON.
  server.routes.set('GET /login', () => ({ json: `<script type=module src=${theirs}></script>` }));
  pointAt(server.url);
  const script = document.createElement('script');
  script.type = 'module';
  script.setAttribute('src', ours);
  document.head.append(script);
  return async () => {
    script.remove();
    await server.close();
  };
}
