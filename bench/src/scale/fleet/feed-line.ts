import { createHash, hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { openDocument, type PublishedKey, readVerifiers, type Verifiers } from '@comet/admission';
import { type FeedMessage, feedMessage, type SnapshotChunk } from '@comet/contract';

/** A line of the feed: a signed message, or a chunk of a snapshot. */
export type FeedLine = { readonly kind: 'message'; readonly message: FeedMessage } | ChunkLine;

/** A chunk of a snapshot: the ids of its grants, and of grants of other chunks that are no longer in force. */
export interface ChunkLine {
  readonly kind: 'chunk';
  readonly digest: string;
  readonly grants: readonly string[];
  readonly withdrawn: readonly string[];
}

/** Lines that are kept because another gateway may receive them, the latest ones. A chunk has a thousand ids of about 50 bytes. */
const maxKnown = { messages: 20_000, chunks: 500 };

/** The first bytes of a member of a gzip file without name and time (RFC 1952 §2.3). */
const memberStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);

/** Returns the members of a gzip file: the API's are lines, several of which may arrive as one chunk of the response. */
export function membersOf(bytes: Buffer): readonly Buffer[] {
  const members: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(memberStart, start + memberStart.length);
    const end = next === -1 ? bytes.length : next;
    members.push(bytes.subarray(start, end));
    start = end;
  }
  return members;
}

/**
 * Returns a function that reads a line, a member of a gzip file, and throws for an unsigned one. Lines of several gateways are read once: the
 * same work of a thousand machines would take all CPU time of this one. The feed keys of the first line count as known from the enrolment.
 */
export function createLineReader(): (bytes: Buffer) => FeedLine {
  const messages = latest<FeedLine>(maxKnown.messages);
  const chunks = latest<FeedLine>(maxKnown.chunks);
  let verifiers: Verifiers | null = null;

  function messageIn(text: string): FeedMessage {
    verifiers ??= readVerifiers(keysIn(text));
    const opened = openDocument('feed', verifiers, text);
    if (!opened.ok) throw new Error(`A line was refused: ${opened.error}`);
    return feedMessage.parse(opened.value);
  }

  return (bytes) => {
    const name = hash('sha1', bytes, 'base64');
    const present = messages.get(name) ?? chunks.get(name);
    if (present !== undefined) return present;
    const text = gunzipSync(bytes).toString();
    if (!text.endsWith('\n')) throw new Error('A member of the response is not a line');
    if (text.startsWith('{')) return chunks.add(name, chunkIn(text.slice(0, -1)));
    return messages.add(name, { kind: 'message', message: messageIn(text.slice(0, -1)) });
  };
}

/** A map of the entries that were added or read last. */
function latest<Value>(max: number) {
  const entries = new Map<string, Value>();
  function add(name: string, value: Value): Value {
    entries.delete(name);
    entries.set(name, value);
    const [first] = entries.keys();
    if (entries.size > max && first !== undefined) entries.delete(first);
    return value;
  }
  return {
    add,
    get(name: string): Value | undefined {
      const value = entries.get(name);
      return value === undefined ? undefined : add(name, value);
    },
  };
}

/** Its digest is checked, and only ids are read: validating each grant costs more than the API spends on it. */
function chunkIn(text: string): ChunkLine {
  const { grants, withdrawn } = JSON.parse(text) as Pick<SnapshotChunk, 'grants' | 'withdrawn'>;
  const digest = createHash('sha256').update(text).digest('base64url');
  return { kind: 'chunk', digest, grants: grants.map(({ id }) => id), withdrawn };
}

function keysIn(text: string): readonly PublishedKey[] {
  const payload = Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
  const message = feedMessage.parse(JSON.parse(payload));
  if (message.type !== 'keys') throw new Error(`The feed began with ${message.type}`);
  return message.feedKeys;
}
