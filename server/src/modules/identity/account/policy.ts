import type { Standing } from './queries.ts';

/** Why an account may not be deleted: the other people of a business need an owner, and super admins stay. Null if it may. */
export function refusalOf(person: Standing): 'owner' | 'admin' | null {
  if (person.isAdmin) return 'admin';
  return person.tenantId !== null && person.isOwner && person.otherOwners === 0 && person.otherPeople > 0 ? 'owner' : null;
}

/** Whether the business is deleted with the account: it has no other person. */
export function deletesBusiness(person: Standing): boolean {
  return person.tenantId !== null && person.otherPeople === 0;
}
