import { startClinicServer } from './clinic-server.ts';
import { pointAt } from './point-at.ts';

/**
 * Sets up a page whose entry script is `ours`, and a server whose page has `theirs`. Returns the
 * function that removes both.
 */
export async function versions({
  ours,
  theirs,
}: {
  ours: string;
  theirs: string;
}): Promise<() => Promise<void>> {
  const server = await startClinicServer();
  // Without quotes the HTML is valid inside a JSON string.
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
