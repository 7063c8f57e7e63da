import { expect, it } from 'vitest';
import { wrongIn } from './credentials.ts';

it.each([
  [{ email: '', password: '' }, ['email', 'password']],
  [{ email: '   ', password: 'x' }, ['email']],
  [{ email: 'nobody', password: 'x' }, ['email']],
  [{ email: 'owner@citycare.example', password: '' }, ['password']],
  [{ email: ' owner@citycare.example ', password: 'demo1234' }, []],
])('%o is wrong in %o', (values, fields) => {
  expect(Object.keys(wrongIn({ ...values, remember: false }))).toEqual(fields);
});
