// Loads together: the form needs one or the other after each press, and neither before.
export { BookedLine } from './booked-line.tsx';
export { QuickRefusal } from './quick-refusal.tsx';
