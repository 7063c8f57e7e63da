/**
 * Owns the people of bookings: their rows, how they are matched, the facts about them, households,
 * corrections and merges. Begin reading at rows/people.ts.
 */
export { changePerson, fetchPeople } from './changes/change-people.ts';
export { correctPerson } from './changes/correct.ts';
export {
  findMoney,
  type MergeChange,
  readMergedInto,
  renamePerson,
  setMergedInto,
} from './changes/merge-queries.ts';
export { readPeople } from './changes/people-queries.ts';
export { mergePeople, mergeUndoEnd, undoMerge } from './changes/merges.ts';
export { readAbout, readAboutOfDay } from './facts/about-queries.ts';
export { emptyMergedFacts, lockShown, readShownFacts } from './facts/fact-queries.ts';
export {
  assertFactsKnown,
  changedFacts,
  emptiedFacts,
  factsOf,
  givenFacts,
  noFacts,
  presentAbout,
  presentFacts,
  presentMinor,
} from './facts/facts.ts';
export { untilAllLocked } from './household/booked-meanwhile.ts';
export { lockHousehold, moveHousehold } from './household/household.ts';
export {
  isReached,
  isShownWith,
  selectFacts,
  selectFamily,
  shownAs,
  selectAdvance,
  selectPerson,
} from './rows/family-queries.ts';
export { personAfter, personChanges, personWith } from './rows/people.ts';
export {
  countPerson,
  factColumns,
  insertPerson,
  lockBothPeople,
  type LockedPerson,
  lockNamed,
  lockPeopleOf,
  type OtherBookings,
  type Person,
  type PersonChange,
  personFacts,
  type PersonTally,
  type PersonWords,
  readLatest,
  readOthers,
  removeEmptied,
  removeSurvivor,
  setFacts,
  updatePerson,
} from './rows/queries.ts';
