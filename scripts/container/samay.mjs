import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { health, isDatabaseReady } from './health.mjs';

// `samay`, the program of the image. Without a name it serves; `samay admin …` is `npm run admin -- …`, and so
// with each command of package.json that is a file of the server.
const release = join(import.meta.dirname, '..', '..');
const others = {
  serve: () => import(join(release, 'server', 'dist', 'main.js')),
  health: async ([what]) => {
    process.exitCode = (await (what === 'database' ? isDatabaseReady() : health())) ? 0 : 1;
  },
  database: async (args) => (await import('./database.mjs')).serveDatabase(args),
  backups: async () => (await import('./backups.mjs')).backUpDaily(),
};

// The kernel gives process 1 no signal that it has no handler for. Before the server has its own, nothing
// has to be finished: an interrupted migration is repeated by the next start.
process.on('SIGTERM', () => {
  if (process.listenerCount('SIGTERM') === 1) process.exit(143);
});

const [name = 'serve', ...args] = process.argv.slice(2);
const commands = serverCommands();
if (name === '--version') await others.serve();
else if (Object.hasOwn(others, name)) await others[name](args);
else if (Object.hasOwn(commands, name)) {
  process.argv = [process.argv[0], commands[name], ...args];
  await import(commands[name]);
} else {
  const names = [...Object.keys(others), ...Object.keys(commands)];
  console.error(`samay ${name} is no command. There are: ${names.join(', ')}`);
  process.exitCode = 1;
}

/** Returns the file of each command of the server by its name. */
function serverCommands() {
  const { scripts } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'));
  return Object.fromEntries(
    Object.entries(scripts)
      .map(([name, script]) => [name, /^node (server\/src\/\S+\.ts)$/.exec(script)?.[1]])
      .filter(([, file]) => file !== undefined)
      .map(([name, file]) => [name, join(release, file)]),
  );
}
