// Loads together: the form needs each of them after a press, and none before.
export { BookedLine } from './booked-line.tsx';
export { QuickFacts } from './quick-facts.tsx';
export { QuickNotices } from './quick-notices.tsx';
export { QuickRefusal } from './quick-refusal.tsx';
export { quickRequest } from './quick-request.ts';
export { sameNumberChange } from './same-number.ts';
