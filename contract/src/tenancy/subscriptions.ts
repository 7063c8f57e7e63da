import { endpoint } from '../core/endpoint.ts';
import { Usage } from './plans.ts';

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/usage',
  access: 'usage.read',
  summary: "How much of the plan's current month is used.",
  reply: Usage,
});
