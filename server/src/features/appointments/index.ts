export { visibilityIn } from './visibility.ts';
export { type ListOrder, type Visibility, visible } from './visibility-queries.ts';
