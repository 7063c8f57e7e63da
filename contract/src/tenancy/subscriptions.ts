import { endpoint } from '../core/endpoint.ts';
import { Usage } from './plans.ts';

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/usage',
  access: 'usage.read',
  summary: 'The usage of the plan in its current cycle.',
  reply: Usage,
});
