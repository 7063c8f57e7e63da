// Started by postgres.mjs in between: starts PostgreSQL, says its process id once it takes connections, and ends it when the pipe on standard
// input closes, be it on purpose or because the process at its other end died.
//   node postgres-guard.mjs '{ "temporary": folder to delete afterwards, "user": { uid, gid } }' <program> <arguments …>
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const [orders, program, ...parameters] = process.argv.slice(2);
const { temporary, user } = JSON.parse(orders);
const log = fs.openSync('server.log', 'a', 0o600);
const postgres = spawn(program, parameters, { ...user, stdio: ['ignore', log, log] });

let isReady = false;

postgres.on('exit', (code) => {
  if (!isReady) process.stderr.write(fs.readFileSync('server.log'));
  if (temporary) fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code ?? 1);
});
process.stdin.resume();
process.stdin.on('close', end);
process.stdin.on('end', end);

waitUntilReady(100);

/** SIGINT: disconnects everyone and shuts down; SIGQUIT when that takes too long. */
function end() {
  postgres.kill('SIGINT');
  setTimeout(() => postgres.kill('SIGQUIT'), 10_000).unref();
}

/** The last line of postmaster.pid says ready; the fourth is the port. */
function waitUntilReady(delayMs) {
  setTimeout(() => {
    const file = `${parameters[parameters.indexOf('-D') + 1]}/postmaster.pid`;
    const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
    if (Number(lines[0]) === postgres.pid && lines[7]?.trim() === 'ready') {
      isReady = true;
      console.log(postgres.pid);
    } else waitUntilReady(50);
  }, delayMs);
}
