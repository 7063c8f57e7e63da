export { addMember } from './add-member.ts';
export { ensurePerson } from './ensure-person.ts';
export { openTenant } from './open-tenant.ts';
