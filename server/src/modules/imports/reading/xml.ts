import { SaxesParser } from 'saxes';
import { AppError } from '../../../core/app-error.ts';

export interface XmlHandlers {
  /** An element begins, by its name without a prefix. */
  readonly open?: (name: string, attributes: Record<string, string>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/**
 * Parses a part of a workbook as it is unpacked; yields after each chunk. A part that is missing is empty. It has no document type, so
 * no entity but those of XML itself: a part with one is refused.
 */
export async function* parseXml(content: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  parser.on('doctype', () => {
    throw new AppError('import.damaged');
  });
  if (handlers.open) {
    const { open } = handlers;
    parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes));
  }
  if (handlers.close) {
    const { close } = handlers;
    parser.on('closetag', ({ name }) => close(localName(name)));
  }
  if (handlers.text) {
    parser.on('text', handlers.text);
    parser.on('cdata', handlers.text);
  }
  let isThere = false;
  for await (const chunk of content) {
    isThere = true;
    feed(() => parser.write(decoder.decode(chunk, { stream: true })));
    yield;
  }
  if (isThere) feed(() => parser.write(decoder.decode()).close());
}

/** Parses a part to its end. */
export async function parseWholeXml(content: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  // Runs the parser; the handlers keep what they need.
  for await (const _ of parseXml(content, handlers));
}

/** Refuses a part that is not well-formed XML in UTF-8. */
function feed(parse: () => void): void {
  try {
    parse();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('import.damaged');
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
