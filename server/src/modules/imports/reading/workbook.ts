import { posix } from 'node:path';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { longestCell } from '@samay/contract/imports/rows';
import { openZipInMemory, type ZipArchive, ZipDamaged } from '../../../core/zip/read-zip.ts';
import { cellText, type Line, unescaped } from './cells.ts';
import { readMerges } from './merges.ts';
import { readDateStyles } from './date-styles.ts';
import { SharedTexts } from './shared-texts.ts';
import { sheetLines } from './sheet.ts';
import { parseWholeXml } from './xml.ts';

/** The most bytes to which a part is unpacked: 200,000 rows of 30 cells have some 270 MB. */
const mostUnpacked = 400 * 1024 * 1024;
/** The most characters of a text that are collected. */
const mostCollected = 4 * longestCell;

/** Streams a part of a workbook (ECMA-376); an empty one where there is none. */
type Part = (name: string) => AsyncGenerator<Buffer>;

/** Reads the lines of the first sheet that is shown and has any. */
export async function* workbookLines(content: Buffer): AsyncGenerator<Line> {
  try {
    const zip = await openZipInMemory(content);
    assertThat(zip.names.includes('xl/workbook.xml'), 'import.other_content');
    const part = (name: string) => readPart(zip, name);
    const { sheets, countsFrom1904 } = await readSheets(part);
    const shared = await readSharedTexts(part('xl/sharedStrings.xml'));
    const dateStyles = await readDateStyles(part('xl/styles.xml'));
    for (const name of sheets) {
      let hasLines = false;
      const merges = await readMerges(part(name));
      for await (const line of sheetLines(part(name), {
        shared,
        dateStyles,
        countsFrom1904,
        merges,
      })) {
        hasLines = true;
        yield line;
      }
      if (hasLines) return;
    }
  } catch (error) {
    throw error instanceof ZipDamaged ? new AppError('import.damaged') : error;
  }
}

async function* readPart(zip: ZipArchive, name: string): AsyncGenerator<Buffer> {
  if (!zip.names.includes(name)) return;
  // The directory says so before anything is unpacked, and a longer part is found damaged.
  assertThat(zip.bytesOf(name) <= mostUnpacked, 'import.unpacks_too_large');
  yield* zip.read(name);
}

/** Returns the names of the parts of the sheets that are shown, in their order. */
async function readSheets(part: Part): Promise<{ sheets: string[]; countsFrom1904: boolean }> {
  const targets = new Map<string, string>();
  await parseWholeXml(part('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id: id = '', Target: target = '' }) => {
      if (name === 'Relationship') targets.set(id, posix.resolve('/xl', target).slice(1));
    },
  });
  const ids: string[] = [];
  let countsFrom1904 = false;
  await parseWholeXml(part('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name === 'sheet' && !attributes['state']?.toLowerCase().includes('hidden'))
        ids.push(Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '');
    },
  });
  const sheets = ids.map((id) => orNotFound(targets.get(id), 'import.damaged'));
  assertThat(sheets.length > 0, 'import.empty');
  return { sheets, countsFrom1904 };
}

/** Reads the texts that cells name by their number, without readings of Chinese signs. */
async function readSharedTexts(content: AsyncIterable<Buffer>): Promise<SharedTexts> {
  const texts = new SharedTexts();
  let text = '';
  let [isText, isReading] = [false, false];
  await parseWholeXml(content, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isReading = false;
      if (name !== 'si') return;
      texts.add(cellText(unescaped(text)));
    },
    text: (part) => {
      if (isText && text.length < mostCollected) text += part;
    },
  });
  return texts;
}
