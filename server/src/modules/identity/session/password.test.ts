import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  it('are stored as argon2id with the parameters of OWASP, each with its own salt [P-2.19]', async () => {
    const [one, other] = await Promise.all([hashPassword('नमस्ते 123'), hashPassword('नमस्ते 123')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
  });

  it('match themselves and nothing else', async () => {
    const hash = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', hash)).toEqual({ matches: true, outdated: false });
    expect(await verifyPassword('correct horsf', hash)).toEqual({ matches: false, outdated: false });
    expect(await verifyPassword('', hash)).toEqual({ matches: false, outdated: false });
  });

  it('match in any Unicode normalization', async () => {
    const composed = 'caf\u00e9';
    expect(await verifyPassword('cafe\u0301', await hashPassword(composed))).toMatchObject({ matches: true });
  });

  it('may be long: every character counts', async () => {
    const hash = await hashPassword(`${'a'.repeat(999)}b`);
    expect(await verifyPassword(`${'a'.repeat(999)}c`, hash)).toMatchObject({ matches: false });
  });

  it('are verified with the parameters of their hash, which are then reported as outdated', async () => {
    expect(await verifyPassword('correct horse', olderHash('correct horse'))).toEqual({
      matches: true,
      outdated: true,
    });
    expect(await verifyPassword('wrong horse', olderHash('correct horse'))).toMatchObject({ matches: false });
  });

  it('never match without a stored hash', async () => {
    expect(await verifyPassword('anything', null)).toEqual({ matches: false, outdated: false });
    expect(await verifyPassword('anything', undefined)).toEqual({ matches: false, outdated: false });
  });

  it.each([
    'plain',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    ''.padEnd(90, '$'),
  ])('are a fault of the server when stored as %s', async (hash) => {
    await expect(verifyPassword('anything', hash)).rejects.toThrow('not argon2id');
  });
});

function olderHash(password: string): string {
  const salt = Buffer.from('0123456789abcdef');
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    memory: 4096,
    passes: 1,
  });
  return `$argon2id$v=19$m=4096,t=1,p=1$${salt.toString('base64').replaceAll('=', '')}$${tag.toString('base64').replaceAll('=', '')}`;
}
