import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../../scripts/debian-packages.mjs';
import { ordinaryUser } from '../../../../scripts/ordinary-user.mjs';
import { type StartedPostgres, startPostgres } from '../../../../scripts/postgres.mjs';
import { testEngine } from '../../../test/fixtures/database.ts';
import { temporaryFolder } from '../../../test/fixtures/invariants/invariant.ts';
import { openPostgres } from './open-postgres.ts';

// A PostgreSQL with a certification authority of its own that lets nobody in without a client certificate, reached by the address alone.

describe.skipIf(testEngine !== 'postgres')('client certificates', () => {
  let home: ReturnType<typeof temporaryFolder>;
  let postgres: StartedPostgres;
  const at = (name: string) => join(home.folder, name);
  const open = async (settings: Record<string, string>) => {
    const url = new URL(postgres.url ?? '');
    for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value);
    return openPostgres({ url: url.href, poolSize: 1 });
  };

  beforeAll(async () => {
    home = temporaryFolder('certificates');
    chmodSync(home.folder, 0o711);
    await makeCertificates(home.folder);
    writeFileSync(at('hba.conf'), 'hostssl all all 127.0.0.1/32 cert\n');
    postgres = await startPostgres({
      own: true,
      settings: [
        'ssl=on',
        `ssl_ca_file=${at('authority.crt')}`,
        `ssl_cert_file=${at('server.crt')}`,
        `ssl_key_file=${at('server.key')}`,
        `hba_file=${at('hba.conf')}`,
      ],
    });
  });
  afterAll(async () => {
    await postgres.stop();
    home.remove();
  });

  it('are named by the address of the database', async () => {
    const authority = { sslmode: 'verify-full', sslrootcert: at('authority.crt') };
    const database = await open({ ...authority, sslcert: at('postgres.crt'), sslkey: at('postgres.key') });
    const { rows } = await database.pool.query('select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()');
    expect(rows).toEqual([{ ssl: true, client_dn: '/CN=postgres' }]);
    await database.close();
    await expect(open(authority)).rejects.toThrow('requires a valid client certificate');
    await expect(open({ sslmode: 'verify-full', sslcert: at('postgres.crt'), sslkey: at('postgres.key') })).rejects.toThrow('certificate');
    await expect(open({ ...authority, sslcert: at('missing.crt') })).rejects.toThrow('missing.crt');
  });
});

/** An authority, a certificate of 127.0.0.1 and one of the role `postgres`. The server's key is its user's, as PostgreSQL demands. */
async function makeCertificates(folder: string): Promise<void> {
  const { program, reason } = await findProgram('openssl', 'openssl');
  if (program === undefined) throw new Error(reason);
  const openssl = (...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: 'pipe' });
  const key = (name: string) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`];
  const one = (name: string, subject: string, ...rest: string[]) =>
    openssl('req', '-x509', ...key(name), '-out', `${name}.crt`, '-days', '2', '-subj', `/CN=${subject}`, ...rest);
  one('authority', 'authority');
  for (const [name, subject, usage] of [
    ['server', 'localhost', 'subjectAltName=IP:127.0.0.1'],
    ['postgres', 'postgres', 'extendedKeyUsage=clientAuth'],
  ] as const)
    one(name, subject, '-CA', 'authority.crt', '-CAkey', 'authority.key', '-addext', usage);
  const { uid, gid } = ordinaryUser();
  if (uid !== undefined && gid !== undefined) chownSync(join(folder, 'server.key'), uid, gid);
}
