import { formatIp } from '@comet/foundation';

/** Who hears what the carrier tells. */
export interface CarrierEars {
  /** `ends` are where the client is, and where it came to; of a CONNECT, for which nobody asks that, the latter is `::`. */
  head(line: number, ends: { readonly from: string; readonly near: string }, head: Buffer): void;
  /** An errno, 0 for none; above 65,535 where the near end could not be had. */
  dialled(line: number, failure: number): void;
  heard(line: number, bytes: Buffer): void;
  /** `bytes` are as of `counted`. */
  gone(line: number, bytes: number): void;
  /** Bytes that the other side has said. */
  counted(line: number, bytes: number): void;
  /** A client has taken a place by a pass; in place of its head. */
  taken(pass: number, line: number): void;
  /** Nobody takes a place by it any more. */
  passed(pass: number): void;
  spent(purse: number, bytes: number): void;
  short(purse: number): void;
  returned(purse: number, bytes: number): void;
  carried(gate: number, bytes: number): void;
  /** Microseconds since the last time. */
  worked(work: number, rest: number): void;
  listening(port: number): void;
  finished(): void;
}

/** Tells `ears` all whole frames of `bytes`; how long they are. */
export function readNews(bytes: Buffer, ears: CarrierEars): number {
  let at = 0;
  while (bytes.length - at >= 5) {
    const length = bytes.readUInt32LE(at + 1);
    if (bytes.length - at < 5 + length) break;
    const kind = bytes[at];
    const body = at + 5;
    const word = (from: number): number => bytes.readUInt32LE(body + from);
    at = body + length;
    switch (kind) {
      case 1:
        ears.head(
          word(0),
          { from: ipOf(bytes, body + 4), near: ipOf(bytes, body + 20) },
          bytes.subarray(body + 36, at),
        );
        break;
      case 2:
        ears.dialled(word(0), word(4));
        break;
      case 3:
        ears.heard(word(0), Buffer.from(bytes.subarray(body + 4, at)));
        break;
      case 4:
        ears.gone(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 6:
        ears.short(word(0));
        break;
      case 5:
        ears.spent(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 7:
        ears.returned(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 8:
        ears.carried(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 9:
        ears.worked(word(0) + word(4) * 2 ** 32, word(8) + word(12) * 2 ** 32);
        break;
      case 10:
        ears.listening(bytes.readUInt16LE(body));
        break;
      case 11:
        ears.finished();
        break;
      case 12:
        ears.counted(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 13:
        ears.taken(word(0), word(4));
        break;
      case 14:
        ears.passed(word(0));
        break;
      default:
        throw new Error('The carrier said what nobody understands');
    }
  }
  return at;
}

function ipOf(bytes: Buffer, at: number): string {
  const word = (index: number): number => bytes.readUInt32BE(at + 4 * index);
  const isShort = word(0) === 0 && word(1) === 0;
  if (isShort && word(2) === 0 && word(3) === 0) return '::';
  if (isShort && word(2) === 0xffff)
    return `${bytes[at + 12]}.${bytes[at + 13]}.${bytes[at + 14]}.${bytes[at + 15]}`;
  return formatIp({ family: 6, bytes: [...bytes.subarray(at, at + 16)] });
}
