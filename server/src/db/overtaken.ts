/**
 * Says that another transaction has changed what this one rests on: it is undone, and runs once
 * more.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}
