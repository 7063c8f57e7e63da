import type { Standing } from './queries.ts';

/** What stands in the way of a deletion: a business must keep an owner for those who are left, and super admins stay. */
export function refusalOf(person: Standing): 'owner' | 'admin' | null {
  if (person.isAdmin) return 'admin';
  return person.tenantId !== null && person.isOwner && person.otherOwners === 0 && person.otherPeople > 0 ? 'owner' : null;
}

/** A business whose only person goes, goes with them. */
export function takesBusiness(person: Standing): boolean {
  return person.tenantId !== null && person.otherPeople === 0;
}
