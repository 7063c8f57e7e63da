export { addMember } from '../../tenancy/businesses/add-member.ts';
export { ensurePerson } from './ensure-person.ts';
export { openTenant } from '../../tenancy/businesses/open-tenant.ts';
