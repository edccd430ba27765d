const headerLength = 12;
/** QR and opcode: set in a reply, or in anything but a standard query. */
const notAQuery = 0xf8;

/** Returns where the question of a query ends (RFC 1035 §4); null for anything but a well-formed query with one question. Never throws. */
export function questionEnd(message: Buffer): number | null {
  if (message.length < headerLength + 5) return null;
  if ((message.readUInt8(2) & notAQuery) !== 0 || message.readUInt16BE(4) !== 1) return null;
  // Additional records are allowed: EDNS (RFC 6891).
  if (message.readUInt16BE(6) !== 0 || message.readUInt16BE(8) !== 0) return null;
  for (let at = headerLength; at - headerLength <= 254; ) {
    const length = message[at];
    // Two high bits set would be a pointer, which has no target in a first question.
    if (length === undefined || length > 63) return null;
    at += 1 + length;
    if (length === 0) return at + 4 <= message.length ? at + 4 : null;
  }
  return null;
}

/** DNS over TCP: each message behind its length in two bytes (RFC 1035 §4.2.2). */
export function framed(message: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** The whole messages at the beginning of `bytes`, and what follows them. */
export function unframe(bytes: Buffer): { readonly messages: readonly Buffer[]; readonly rest: Buffer } {
  const messages: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= 2) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) break;
    messages.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return { messages, rest: bytes.subarray(at) };
}
