/**
 * Owns people, their sessions, passwords, second factors and linked Google accounts. Does not
 * decide which business a person joins: tenancy hands that in (people/admission.ts). Begin reading
 * at session/sign-in.ts.
 */
export { assertOwnPassword } from './account/own-password.ts';
export { softDeletePerson, restorePerson } from './account/delete-account.ts';
export { deleteOldBookNames, deleteOldLinks, deleteOldSessions } from './delete-old-rows.ts';
export { mailSetPasswordLink } from './passwords/request-link.ts';
export { newPasswordLink, sendLink } from './passwords/send-link.ts';
export type { Admission } from './people/admission.ts';
export { keepBookName } from './people/book-name-queries.ts';
export { ensurePerson } from './people/ensure-person.ts';
export { emailKey } from './people/policy.ts';
export { findByAddress, findById, lockSignIns } from './people/queries.ts';
export { encryptedFactors } from './second-factor/codes.ts';
export { identityRoutes } from './routes.ts';
export { takeFactorAway } from './second-factor/change.ts';
export { checkProof, opensFactors } from './second-factor/prove.ts';
export { authenticate } from './session/authenticate.ts';
export { endAllSessions } from './session/end-session.ts';
export { findSession, needsSecondFactor } from './session/lookup-queries.ts';
export { hashPassword } from './session/password.ts';
export { findSuspension } from './session/suspension.ts';
export { readSessions } from './sessions/own-sessions.ts';
