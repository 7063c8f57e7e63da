import type { Resource } from '@samay/contract/availability/resources';
import { foldName } from '@samay/contract/core/fold';

/**
 * Pairs doctors with equal names, titles left out: the one to merge into, which has a member where
 * either has, and the other one. Two with a member each are two people.
 */
export function sameDoctors(resources: readonly Resource[]): (readonly [into: Resource, other: Resource])[] {
  const doctors = resources.filter(({ kind }) => kind === 'practitioner');
  const names = new Set(doctors.map(({ name }) => foldName(name)));
  return [...names].flatMap((name) => {
    const alike = doctors.filter((doctor) => foldName(doctor.name) === name);
    const into = alike.find(({ memberId }) => memberId !== null) ?? alike[0];
    const others = alike.filter((doctor) => doctor !== into && doctor.memberId === null);
    return into ? others.map((other) => [into, other] as const) : [];
  });
}
