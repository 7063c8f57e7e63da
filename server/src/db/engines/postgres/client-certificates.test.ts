import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedPostgres, startPostgres } from '../../../../../scripts/postgres.mjs';
import { makeCertificates } from '../../../../test/fixtures/certificates.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { temporaryFolder } from '../../../../test/fixtures/invariants/invariant.ts';
import { openPostgres } from './open-postgres.ts';

// Starts a PostgreSQL with its own certification authority that refuses clients without a
// certificate, reached by the address alone.

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
    await makeCertificates(home.folder, [
      {
        name: 'server',
        subject: 'localhost',
        extensions: ['subjectAltName=IP:127.0.0.1'],
        isOfPostgres: true,
      },
      { name: 'postgres', subject: 'postgres', extensions: ['extendedKeyUsage=clientAuth'] },
    ]);
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

  it('are named by the address of the database [T-6.9]', async () => {
    const authority = { sslmode: 'verify-full', sslrootcert: at('authority.crt') };
    const database = await open({ ...authority, sslcert: at('postgres.crt'), sslkey: at('postgres.key') });
    const { rows } = await database.pool.query(
      'select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()',
    );
    expect(rows).toEqual([{ ssl: true, client_dn: '/CN=postgres' }]);
    await database.close();
    await expect(open(authority)).rejects.toThrow('requires a valid client certificate');
    await expect(
      open({ sslmode: 'verify-full', sslcert: at('postgres.crt'), sslkey: at('postgres.key') }),
    ).rejects.toThrow('certificate');
    await expect(open({ ...authority, sslcert: at('missing.crt') })).rejects.toThrow('missing.crt');
  });
});
