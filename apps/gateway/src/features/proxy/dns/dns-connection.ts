import type { Customer } from '../auth/customer.ts';
import type { Opened } from '../egress/open-exit.ts';
import type { Engine, OpenConnection } from '../engine.ts';
import { type ConnectionSlot, takeConnectionSlot } from '../limits/connection-slot.ts';

const headerLength = 12;
/** QR and opcode: set in a reply, or in anything but a standard query. */
const notQueryFlags = 0xf8;

/** Returns where the question of a query ends (RFC 1035 §4); null for anything but a well-formed query with one question. Never throws. */
export function questionEnd(message: Buffer): number | null {
  if (message.length < headerLength + 5) return null;
  if ((message.readUInt8(2) & notQueryFlags) !== 0 || message.readUInt16BE(4) !== 1) return null;
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

/** Prefixes a message with its length in two bytes, as in DNS over TCP (RFC 1035 §4.2.2). */
export function framed(message: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** Splits `bytes` into complete messages and the remaining bytes. */
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

type SendReply = (reply: Buffer) => void;

interface PendingQuery {
  readonly id: number;
  readonly maxBytes: number;
  readonly sendReply: SendReply;
}

/** Milliseconds without a response, also for lack of queries, after which the connection is closed. */
const idleTimeout = 8_000;
/** Maximum number of pending queries on one connection. */
const maxPending = 256;
/** Maximum bytes of a response by UDP: without EDNS, and the limit that avoids fragmentation (RFC 9715). */
const datagram = { plain: 512, max: 1_232 };
const optRecord = 41;

/** A connection to the resolver with concurrent queries of one tunnel (RFC 7766). Closes when idle; `onEnd` is called once. */
export class DnsConnection implements OpenConnection {
  readonly #engine: Engine;
  readonly #customer: Customer;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<number, PendingQuery>();
  readonly #timer: NodeJS.Timeout;
  #unsent: Buffer[] = [];
  #opened: Opened | null = null;
  #connectionSlot: ConnectionSlot | null = null;
  #received: Buffer = Buffer.alloc(0);
  #next = 0;
  #wasActive = false;
  #isOver = false;

  constructor(engine: Engine, customer: Customer, onEnd: () => void) {
    this.#engine = engine;
    this.#customer = customer;
    this.#onEnd = onEnd;
    this.#timer = setTimeout(() => this.destroy(), idleTimeout);
  }

  /** Sends a query. Without a response the client receives nothing, and retries. */
  query(query: Buffer, sendReply: SendReply): void {
    const maxBytes = maxReplyBytes(query);
    if (maxBytes === null || this.#isOver || this.#waiting.size >= maxPending) return;
    if (this.#waiting.size === 0) this.#timer.refresh();
    while (this.#waiting.has(this.#next)) this.#next = (this.#next + 1) & 0xffff;
    this.#waiting.set(this.#next, { id: query.readUInt16BE(0), maxBytes, sendReply });
    const pending = Buffer.from(query);
    pending.writeUInt16BE(this.#next, 0);
    this.#next = (this.#next + 1) & 0xffff;
    this.#wasActive = true;
    if (this.#opened === null) this.#unsent.push(framed(pending));
    else this.#opened.connection.socket.write(framed(pending));
  }

  start(opened: Opened): void {
    if (this.#isOver) return opened.close();
    this.#opened = opened;
    this.#connectionSlot = takeConnectionSlot(this.#engine, this.#customer, opened.exit, this);
    const { connection } = opened;
    connection.socket.on('close', () => this.destroy());
    connection.socket.on('end', () => this.destroy());
    connection.socket.on('data', (chunk: Buffer) => this.#receive(chunk)).resume();
    for (const message of this.#unsent.splice(0)) connection.socket.write(message);
  }

  wasActive(): boolean {
    const moved = this.#wasActive;
    this.#wasActive = false;
    return moved;
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#waiting.clear();
    this.#opened?.close();
    this.#connectionSlot?.release();
    this.#onEnd();
  }

  #receive(chunk: Buffer): void {
    this.#wasActive = true;
    this.#timer.refresh();
    const { messages, rest } = unframe(Buffer.concat([this.#received, chunk]));
    this.#received = rest;
    for (const message of messages) this.#deliver(message);
  }

  #deliver(message: Buffer): void {
    if (message.length < 12) return;
    const pending = this.#waiting.get(message.readUInt16BE(0));
    if (pending === undefined) return;
    this.#waiting.delete(message.readUInt16BE(0));
    const reply = message.length > pending.maxBytes ? truncate(message) : Buffer.from(message);
    reply.writeUInt16BE(pending.id, 0);
    pending.sendReply(reply);
  }
}

/** The client's maximum UDP response in bytes (RFC 6891 §6.2.3); null for a malformed query. */
function maxReplyBytes(query: Buffer): number | null {
  const end = questionEnd(query);
  if (end === null) return null;
  const hasOpt = query.length >= end + 5 && query[end] === 0 && query.readUInt16BE(end + 1) === optRecord;
  if (!hasOpt) return datagram.plain;
  return Math.min(Math.max(query.readUInt16BE(end + 3), datagram.plain), datagram.max);
}

/** The truncated header of a response that is too large: the client retries by TCP. */
function truncate(message: Buffer): Buffer {
  const head = Buffer.from(message.subarray(0, 12));
  head.writeUInt8(head.readUInt8(2) | 0x02, 2);
  for (const count of [4, 6, 8, 10]) head.writeUInt16BE(0, count);
  return head;
}
