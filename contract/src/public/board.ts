import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** The choices of an owner for the board of the waiting room, or of the courts. */
export const BoardChoices = z.strictObject({
  isOn: z.boolean(),
  /** Whether it says the first name and the initial of the last one. */
  showsNames: z.boolean(),
});
export type BoardChoices = z.infer<typeof BoardChoices>;

export const Board = BoardChoices.extend({
  /** The address that a screen opens without signing in; null while the board is off. */
  address: z.string().nullable(),
});
export type Board = z.infer<typeof Board>;

export const getBoard = endpoint({
  method: 'GET',
  path: '/api/board',
  access: 'settings.write',
  summary: 'Whether the board is on, what it shows, and its address.',
  reply: Board,
});

export const setBoard = endpoint({
  method: 'PUT',
  path: '/api/board',
  access: 'settings.write',
  summary: 'Turn the board on or off, and choose whether it says names.',
  body: BoardChoices,
  reply: Board,
});

export const endBoardAddress = endpoint({
  method: 'DELETE',
  path: '/api/board/address',
  access: 'settings.write',
  summary: 'End the address of the board, and get the one that counts from now on.',
  reply: Board,
});
