export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events out of text that arrives in pieces of any size (WHATWG HTML, "Interpreting an event stream").
 * Comments and fields other than `event` and `data` are passed over.
 */
export function createEventReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let event = '';
  let data: string[] = [];

  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };

  function readLine(line: string): void {
    if (line === '') return dispatch();
    const [field, value] = fieldOf(line);
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }

  function dispatch(): void {
    if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') });
    event = '';
    data = [];
  }
}

function fieldOf(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}
