import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { requiredMailedLine } from '../core/text.ts';

export const Profile = z.strictObject({ name: requiredMailedLine(120, 'Please enter your name') });
export type Profile = z.infer<typeof Profile>;

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/me',
  access: 'session',
  summary: "Change the caller's own name, as colleagues see it.",
  body: Profile,
  reply: Profile,
});
