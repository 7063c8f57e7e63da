import { expect, it } from 'vitest';
import { createEventReader, type StreamEvent } from './event-stream.ts';

const stream = ': hello\n\nevent: change\ndata: {"a":1}\n\ndata: one\r\ndata: two\r\n\r\nevent: lonely\n\nid: 7\nretry: 5\ndata:tight\n\n';

it.each([1, 2, 3, 7, 1000])('reads the same events in pieces of %i', (size) => {
  const events: StreamEvent[] = [];
  const read = createEventReader((event) => events.push(event));
  for (let at = 0; at < stream.length; at += size) read(stream.slice(at, at + size));
  expect(events).toEqual([
    { event: 'change', data: '{"a":1}' },
    { event: 'message', data: 'one\ntwo' },
    { event: 'message', data: 'tight' },
  ]);
});
