import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { readSettings } from './settings.ts';
import { usualDeadlines } from './database-deadlines.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://book.example.com' };
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

describe('signing in with Google', () => {
  it('is off without a client, and production starts anyway [P-2.51]', () => {
    expect(readSettings(production).google).toBeUndefined();
    expect(
      readSettings({ ...production, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).google,
    ).toBeUndefined();
  });

  it('is Google’s own unless another issuer is named', () => {
    expect(readSettings({ ...production, ...google }).google).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
    });
  });

  it('takes the sandbox on this machine, outside of production [T-6.8]', () => {
    const settings = { ...google, GOOGLE_ISSUER: 'http://127.0.0.1:3004' };
    expect(readSettings(settings).google?.issuer).toBe('http://127.0.0.1:3004');
    expect(() => readSettings({ ...production, ...settings })).toThrow('GOOGLE_ISSUER: must be https');
  });

  it.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET: is missing beside GOOGLE_CLIENT_ID'],
    [{ GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_CLIENT_ID: is missing beside GOOGLE_CLIENT_SECRET'],
    [{ ...google, GOOGLE_ISSUER: 'http://accounts.example.com' }, 'GOOGLE_ISSUER: must be https'],
    [{ ...google, GOOGLE_ISSUER: 'accounts.google.com' }, 'GOOGLE_ISSUER: '],
  ])('stops the start when it is set up by halves: %j [P-2.51]', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(sentence);
  });
});

describe('paying by Razorpay', () => {
  const razorpay = {
    RAZORPAY_KEY_ID: 'key',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRETS: 'new, old',
  };

  it('is off without a key, and production starts anyway [P-4.31]', () => {
    expect(readSettings(production).razorpay).toBeUndefined();
  });

  it('takes its own addresses and every webhook secret', () => {
    expect(readSettings({ ...production, ...razorpay }).razorpay).toEqual({
      apiUrl: 'https://api.razorpay.com',
      checkoutUrl: 'https://api.razorpay.com/v1/checkout/embedded',
      keyId: 'key',
      keySecret: 'secret',
      webhookSecrets: ['new', 'old'],
    });
  });

  it.each(Object.keys(razorpay))('stops the start without %s next to the others [P-4.31, T-6.8]', (name) => {
    expect(() => readSettings({ ...razorpay, [name]: '' })).toThrow(
      `${name}: the other settings of Razorpay need it`,
    );
  });

  it.each(['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL'])(
    'sends no secret to an %s without https in production [P-2.51, T-4.5]',
    (name) => {
      expect(() => readSettings({ ...production, ...razorpay, [name]: 'http://pay.example' })).toThrow(
        `${name}: must be https`,
      );
    },
  );
});

describe('sending by WhatsApp', () => {
  const webhook = { WHATSAPP_APP_SECRETS: 'new, old', WHATSAPP_VERIFY_TOKEN: 'a word of ours' };
  const number = { WHATSAPP_PHONE_NUMBER_ID: '1090', WHATSAPP_ACCOUNT_ID: '2090', WHATSAPP_TOKEN: 'token' };

  it('is off without its settings, and by businesses alone without a number [O-2.25]', () => {
    expect(readSettings(production).whatsApp).toBeUndefined();
    expect(readSettings({ ...production, ...webhook }).whatsApp).toEqual({
      apiUrl: 'https://graph.facebook.com',
      apiVersion: 'v26.0',
      appSecrets: ['new', 'old'],
      verifyToken: 'a word of ours',
      operator: undefined,
    });
    expect(readSettings({ ...production, ...webhook, ...number }).whatsApp?.operator).toEqual({
      phoneNumberId: '1090',
      token: 'token',
      accountId: '2090',
    });
  });

  it.each(Object.keys({ ...webhook, ...number }))('does not begin without %s alone [O-2.25]', (name) => {
    expect(() => readSettings({ ...production, ...webhook, ...number, [name]: '' })).toThrow(
      `${name}: the other settings of WhatsApp need it`,
    );
  });

  it.each([
    ['WHATSAPP_API_URL', 'http://whatsapp.example', 'must be https'],
    ['WHATSAPP_API_VERSION', '26', 'must be like v26.0'],
    ['WHATSAPP_PHONE_NUMBER_ID', '+91 98765', 'must be the id of the number'],
    ['WHATSAPP_ACCOUNT_ID', 'ours', 'must be the id of the account'],
    ['WHATSAPP_TOKEN', 'two words', 'must be a token without spaces'],
    ['WHATSAPP_VERIFY_TOKEN', 'short', 'must have at least 8 characters'],
  ])('stops the start for a wrong %s [O-2.25]', (name, value, problem) => {
    expect(() => readSettings({ ...production, ...webhook, ...number, [name]: value })).toThrow(
      `${name}: ${problem}`,
    );
  });
});

describe('the database', () => {
  it.each(['DATABASE_URL', 'MIGRATION_DATABASE_URL'])(
    'stops the start where %s is no address of one, and does not repeat it',
    (name) => {
      const start = () => readSettings({ ...production, [name]: 'samay:hunter2@db.example.com' });
      expect(start).toThrow(`${name}: must be an address like postgres://`);
      expect(start).not.toThrow('hunter2');
      const url = 'postgresql://samay:hunter2@db.example.com/samay';
      expect(readSettings({ ...production, DATABASE_URL: url, [name]: url })).toBeDefined();
    },
  );

  it('is not embedded by mistake where only the role that migrates is named [O-2.15]', () => {
    const MIGRATION_DATABASE_URL = 'postgres://owner@db.example/samay';
    expect(() => readSettings({ MIGRATION_DATABASE_URL })).toThrow(
      'DATABASE_URL: the role that serves is missing',
    );
    expect(
      readSettings({ MIGRATION_DATABASE_URL, DATABASE_URL: 'postgres://login@db.example/samay' }).databaseUrl,
    ).toBeDefined();
  });

  it('listens where it serves, unless a pooler stands there [O-2.3]', () => {
    const [DATABASE_URL, LISTEN_DATABASE_URL] = [
      'postgres://login@pooler.example/samay',
      'postgres://login@db.example/samay',
    ];
    expect(readSettings({ DATABASE_URL }).listenDatabaseUrl).toBe(DATABASE_URL);
    expect(readSettings({ DATABASE_URL, LISTEN_DATABASE_URL }).listenDatabaseUrl).toBe(LISTEN_DATABASE_URL);
  });
});

describe('the deadlines of the database', () => {
  it('default to those of the database', () => {
    expect(readSettings({})).toMatchObject({
      databaseDeadlines: usualDeadlines,
      readinessMs: 1_000,
      preparedStatements: true,
    });
    const told = {
      DATABASE_STATEMENT_MS: '100',
      DATABASE_ANSWER_MS: '200',
      DATABASE_WAIT_MS: '300',
      DATABASE_IDLE_MS: '400',
      DATABASE_LIFE_SECONDS: '5',
    };
    expect(
      readSettings({
        ...told,
        READINESS_MS: '600',
        PREPARED_STATEMENTS: '0',
      }),
    ).toMatchObject({
      databaseDeadlines: { statementMs: 100, answerMs: 200, waitMs: 300, idleMs: 400, lifeSeconds: 5 },
      readinessMs: 600,
      preparedStatements: false,
    });
  });

  it('stop the start where a slow statement would cost its connection', () => {
    const settings = { DATABASE_STATEMENT_MS: '5000', DATABASE_ANSWER_MS: '5000' };
    expect(() => readSettings(settings)).toThrow('DATABASE_ANSWER_MS: must be above DATABASE_STATEMENT_MS');
  });
});

describe('uploaded files', () => {
  const bucket = {
    FILES_BUCKET: 'samay-files',
    FILES_ENDPOINT: 'https://s3.example.com',
    FILES_REGION: 'ap-south-1',
    FILES_ACCESS_KEY: 'id',
    FILES_SECRET_KEY: 'secret',
  };

  it('are kept in the folder without a bucket, and in the bucket, encrypted, with one [T-5.7]', () => {
    expect(readSettings(production).files).toEqual({ bucket: undefined, writtenTo: 'folder' });
    expect(readSettings({ ...production, ...bucket }).files).toEqual({
      writtenTo: 'bucket',
      bucket: {
        bucket: 'samay-files',
        endpoint: 'https://s3.example.com',
        region: 'ap-south-1',
        accessKey: 'id',
        secretKey: 'secret',
        encryption: 'AES256',
        pathStyle: true,
      },
    });
    const told = { FILES_ENCRYPTION: 'none', FILES_PATH_STYLE: '0', FILES_WRITTEN_TO: 'folder' };
    expect(readSettings({ ...bucket, ...told }).files).toMatchObject({
      writtenTo: 'folder',
      bucket: { encryption: undefined, pathStyle: false },
    });
  });

  it.each(Object.keys(bucket))('stop the start without %s next to the others', (name) => {
    expect(() => readSettings({ ...bucket, [name]: '' })).toThrow(
      `${name}: the other settings of the bucket need it`,
    );
  });

  it('stop the start where nothing says which bucket, and where they would travel in plain text', () => {
    expect(() => readSettings({ FILES_WRITTEN_TO: 'bucket' })).toThrow('FILES_BUCKET: is missing');
    const plain = { ...bucket, FILES_ENDPOINT: 'http://s3.example.com' };
    expect(() => readSettings({ ...production, ...plain })).toThrow('FILES_ENDPOINT: must be https');
    expect(
      readSettings({ ...production, ...bucket, FILES_ENDPOINT: 'http://127.0.0.1:3007' }).files.writtenTo,
    ).toBe('bucket');
  });
});

describe('metrics', () => {
  it('are neither counted nor served unless a port is set, and then on this machine alone unless an address is set [O-5.6]', () => {
    expect(readSettings(production).metrics).toBeUndefined();
    expect(readSettings({ ...production, METRICS_PORT: '9464' }).metrics).toEqual({
      port: 9464,
      host: '127.0.0.1',
    });
    expect(
      readSettings({ ...production, METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics?.host,
    ).toBe('10.0.0.5');
    expect(() => readSettings({ ...production, METRICS_PORT: 'x' })).toThrow('METRICS_PORT: ');
  });
});

describe('secrets', () => {
  const folder = temporaryFolder('secret-settings');
  afterAll(() => folder.remove());
  const fileWith = (name: string, text: string) => {
    const path = join(folder.folder, name);
    writeFileSync(path, text);
    return path;
  };
  const key = Buffer.alloc(32, 7).toString('base64');
  const DATABASE_URL = 'postgres://login@db.example/samay';

  it('may each be in a file, without the line break at its end [T-6.2]', () => {
    const settings = readSettings({
      DATABASE_URL_FILE: fileWith('url', `${DATABASE_URL}\n`),
      SECRET_KEYS_FILE: fileWith('keys', `${key}, ${key}\r\n`),
      ...google,
      GOOGLE_CLIENT_SECRET: '',
      GOOGLE_CLIENT_SECRET_FILE: fileWith('google', ' of google '),
    });
    expect([settings.databaseUrl, settings.secretKeys, settings.google?.clientSecret]).toEqual([
      DATABASE_URL,
      [key, key],
      ' of google ',
    ]);
    expect(readSettings({}).secretKeys).toEqual([]);
  });

  it.each([
    [{ SMTP_URL_FILE: '/nowhere/secret' }, 'SMTP_URL_FILE: /nowhere/secret cannot be read (ENOENT)'],
    [{ SECRET_KEYS: key }, 'SECRET_KEYS: needs DATABASE_URL'],
    [{ DATABASE_URL, SECRET_KEYS: 'hunter2' }, 'SECRET_KEYS: must be keys of 32 bytes in Base64'],
  ])('stop the start with what is wrong, and are not repeated: %j [T-6.2]', (environment, sentence) => {
    const start = () => readSettings(environment);
    expect(start).toThrow(sentence);
    expect(start).not.toThrow('hunter2');
  });

  it('stop the start where a file is empty or one of two', () => {
    expect(() => readSettings({ SMTP_URL_FILE: fileWith('empty', '\n') })).toThrow('is empty');
    expect(() => readSettings({ SMTP_URL: 'smtp://a', SMTP_URL_FILE: fileWith('smtp', 'smtp://b') })).toThrow(
      'only one of them counts',
    );
  });
});
