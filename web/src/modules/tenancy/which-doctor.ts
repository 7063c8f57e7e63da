import type { Resource } from '@samay/contract/availability/resources';
import { foldText, searchWords } from '@samay/contract/core/fold';
import { wording } from '@samay/contract/core/wording';
import type { Role } from '@samay/contract/core/roles';
import { useQuery } from '@tanstack/react-query';
import { resourceList } from '../../lib/availability.ts';
import { useSession } from '../../lib/session/session.tsx';

const { resource } = wording.doctor;
export const whichDoctor = `Which ${resource} is this?`;

/** The choice of a doctor who is not among those of the clinic. */
const newDoctor = 'new';

/** An invitation as far as it decides which doctor it is for. */
interface Invited {
  readonly email: string;
  readonly role: Role;
  /** The chosen doctor; undefined until one is chosen. */
  readonly doctor: string | undefined;
}

/**
 * Returns the question which doctor an invitation is for: its options, the best match of the address
 * first, the answer so far, and the field of the request. Undefined where nothing is asked: for
 * other roles, and where each doctor has a member.
 */
export function useWhichDoctor(): (invited: Invited) => Question | undefined {
  const isClinic = useSession().businessType === 'doctor';
  const { data } = useQuery({ ...resourceList(), enabled: isClinic });
  const free = (data?.items ?? []).filter(
    ({ kind, archivedAt, memberId }) => kind === 'practitioner' && archivedAt === null && memberId === null,
  );
  return ({ email, role, doctor }) =>
    isClinic && role === 'DOCTOR' && free.length > 0 ? ask(free, email, doctor) : undefined;
}

export interface Question {
  readonly options: { readonly value: string; readonly label: string }[];
  /** The chosen or suggested doctor; empty while neither. */
  readonly value: string;
  readonly body: { readonly practitionerId: string | null };
}

function ask(free: readonly Resource[], email: string, doctor: string | undefined): Question {
  const scored = free
    .map(({ id, name }) => ({ id, name, score: scoreMatch(name, email) }))
    .toSorted((one, other) => other.score - one.score);
  const whole = scored.filter(({ score }) => score === 1);
  const suggested = whole.length === 1 ? (whole[0]?.id ?? '') : '';
  const value = doctor ?? suggested;
  return {
    options: [
      ...scored.map(({ id, name }) => ({ value: id, label: name })),
      { value: newDoctor, label: `A new ${resource}` },
    ],
    value,
    body: { practitionerId: value === newDoctor ? null : value },
  };
}

/**
 * Returns which part of a doctor's name stands in an address before its `@`, from 0 to 1, without
 * titles and single letters.
 */
function scoreMatch(name: string, email: string): number {
  const address = foldText(email.split('@')[0] ?? '').replaceAll(/[^\p{L}]/gu, '');
  const words = searchWords(name).filter((word) => word.length > 1);
  if (words.length === 0) return 0;
  return words.filter((word) => address.includes(word)).length / words.length;
}
