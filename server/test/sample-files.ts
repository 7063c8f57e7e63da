import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A real PNG of one colour, with `size` of its pixels declared as told; `extra` are chunks before its end. */
export function png({ width = 2, height = 2, extra = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(height, 4) * (1 + 3 * Math.min(width, 4)), 0x80));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), ...extra, chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG of exactly so many bytes: the rest is a private chunk of noise. */
export function pngOf(bytes: number): Buffer {
  return png({ extra: [chunk('teSt', randomBytes(bytes - png().length - 12))] });
}

export function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The markers of a JPEG: what readers of its structure see, a decoder aside. */
export function jpeg({ width = 2, height = 2 } = {}): Buffer {
  const size = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  const scan = Buffer.from([1, 1, 0, 0, 63, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, size),
    segment(0xda, scan),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ]);
}

/** A PDF of one empty page, with more objects and more in its catalogue where given. */
export function pdf({ catalogue = '', objects = '' } = {}): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalogue} >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n` +
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n${objects}trailer\n<< /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  );
}

/** A PDF's object stream, compressed, with its dictionary written as told. */
export function objectStream(inside: string, filter = '/Filter /FlateDecode', kind = '/ObjStm'): string {
  const data = deflateSync(Buffer.from(inside, 'latin1')).toString('latin1');
  return `9 0 obj\n<< /Type ${kind} /N 1 /First 4 ${filter} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`;
}

/** An empty ZIP: its end record alone. */
export function zip(): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(30), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
}

function segment(marker: number, data: Buffer): Buffer {
  const length = data.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), data]);
}
