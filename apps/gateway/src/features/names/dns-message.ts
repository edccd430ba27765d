/** What a filter has to read of a DNS message (RFC 1035 §4): its header and its one question. */
export interface Question {
  /** Lower case, without the closing dot; empty for the root. */
  readonly name: string;
  /** Where the question ends in the message, so that a reply can repeat it. */
  readonly end: number;
}

const headerLength = 12;
/** QR, and the opcode: a reply, or something else than a question. */
const notAQuery = 0xf8;

/** The question of a query; null for everything that is not a well-formed query with exactly one. Never throws. */
export function readQuestion(message: Uint8Array): Question | null {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  if (bytes.length < headerLength + 5) return null;
  if ((bytes.readUInt8(2) & notAQuery) !== 0 || bytes.readUInt16BE(4) !== 1) return null;
  // Answers and authorities have no place in a query; additional records do: EDNS (RFC 6891).
  if (bytes.readUInt16BE(6) !== 0 || bytes.readUInt16BE(8) !== 0) return null;
  const labels: string[] = [];
  let at = headerLength;
  for (;;) {
    const length = bytes[at];
    // Two high bits set would be a pointer, which has nothing to point to in a first question.
    if (length === undefined || length > 63) return null;
    at += 1;
    if (length === 0) break;
    if (at + length > bytes.length) return null;
    labels.push(bytes.toString('latin1', at, at + length).toLowerCase());
    at += length;
    if (at - headerLength > 254) return null;
  }
  return at + 4 <= bytes.length ? { name: labels.join('.'), end: at + 4 } : null;
}

/** Reply codes (RFC 1035 §4.1.1). */
export const replyCodes = { serverFailure: 2, noSuchName: 3, refused: 5 } as const;

/** The reply that repeats the question and says no more than `code`. */
export function replyWithCode(query: Uint8Array, { end }: Question, code: number): Buffer {
  const reply = Buffer.from(query.subarray(0, end));
  const recursionDesired = reply.readUInt8(2) & 0x01;
  reply.writeUInt8(0x80 | recursionDesired, 2);
  reply.writeUInt8(0x80 | code, 3);
  reply.writeUInt16BE(0, 6);
  reply.writeUInt16BE(0, 8);
  reply.writeUInt16BE(0, 10);
  return reply;
}

/** Whether `reply` answers just this query: same number, same question, and a reply at all. */
export function answers(reply: Uint8Array, id: number, query: Uint8Array, { end }: Question): boolean {
  if (reply.length < end || ((reply[2] ?? 0) & 0x80) === 0) return false;
  if ((((reply[0] ?? 0) << 8) | (reply[1] ?? 0)) !== id) return false;
  // Case counts too: a resolver repeats the letters as they were asked.
  return Buffer.compare(reply.subarray(headerLength, end), query.subarray(headerLength, end)) === 0;
}
