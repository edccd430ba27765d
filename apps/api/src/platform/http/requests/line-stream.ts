import { crc32, gunzipSync } from 'node:zlib';

/** A line that several streams send: its bytes are made once. Immutable; as a string it has no line end. */
export class SharedLine {
  /** The line with its line end as one member of a gzip file (RFC 1952 §2.2). */
  readonly gzip: Buffer;

  constructor(gzip: Buffer) {
    this.gzip = gzip;
  }

  /** A line whose compression would save little. */
  static uncompressed(line: string): SharedLine {
    return new SharedLine(storedMember(Buffer.from(`${line}\n`)));
  }

  plain(): Buffer {
    return gunzipSync(this.gzip);
  }

  toString(): string {
    return this.plain().toString().slice(0, -1);
  }
}

export type StreamLine = string | SharedLine;

/** Whether an Accept-Encoding header names gzip (RFC 9110 §12.5.3). */
export function acceptsGzip(header: string | undefined): boolean {
  return (header ?? '').split(',').some((one) => {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Yields the bytes of lines. Each one is a complete gzip member, so that the receiver can read it at once. */
export async function* encodeLines(
  lines: AsyncIterable<StreamLine>,
  isCompressed: boolean,
): AsyncGenerator<Buffer> {
  for await (const line of lines) {
    if (typeof line !== 'string') yield isCompressed ? line.gzip : line.plain();
    else if (isCompressed) yield storedMember(Buffer.from(`${line}\n`));
    else yield Buffer.from(`${line}\n`);
  }
}

/** Maximum length of a stored block (RFC 1951 §3.2.4). */
const maxBlock = 0xff_ff;
const memberHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Returns a gzip member that stores its content: it needs no compressor, whose memory is large for one line. */
function storedMember(content: Buffer): Buffer {
  const pieces: Buffer[] = [memberHeader];
  for (let start = 0; start < content.length; start += maxBlock) {
    const block = content.subarray(start, start + maxBlock);
    const head = Buffer.alloc(5);
    head[0] = start + maxBlock >= content.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ maxBlock, 3);
    pieces.push(head, block);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length, 4);
  return Buffer.concat([...pieces, trailer]);
}
