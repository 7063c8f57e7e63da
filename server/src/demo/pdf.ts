const encoding = 'latin1';

/**
 * Creates a PDF of one A5 page of text, the first line large: the smallest file that readers accept
 * (ISO 32000-1, 7.5). Letters outside of Latin-1 become question marks.
 */
export function toPdf(lines: readonly string[]): Buffer {
  const text = lines
    .map((line, index) => `/F1 ${index === 0 ? 16 : 11} Tf (${escaped(line)}) Tj T*`)
    .join('\n');
  const content = `BT 18 TL 40 550 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, encoding);
}

function escaped(line: string): string {
  return line
    .replaceAll('’', "'")
    .replaceAll(/[^\x20-\xff]/g, '?')
    .replaceAll(/[\\()]/g, String.raw`\$&`);
}
