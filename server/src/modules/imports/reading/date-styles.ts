import { parseWholeXml } from './xml.ts';

/** The formats of days and times that every workbook has (ECMA-376, 18.8.30). */
const builtIn: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Returns whether cells of a style, by its number, show a day or a time. */
export async function readDateStyles(content: AsyncIterable<Buffer>): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isList = false;
  await parseWholeXml(content, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isList = true;
      if (name !== 'xf' || !isList) return;
      const id = Number(attributes['numFmtId'] ?? 0);
      const code = codes.get(id);
      styles.push(
        code === undefined ? builtIn.some(([from, to]) => id >= from && id <= to) : isDateFormat(code),
      );
    },
    close: (name) => {
      if (name === 'cellXfs') isList = false;
    },
  });
  return styles;
}

/** Returns whether a format has a letter of days or times outside of quotes, escapes and brackets. */
function isDateFormat(code: string): boolean {
  const plain = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '');
  return !/general/i.test(plain) && /[dmyhs]/i.test(plain);
}
