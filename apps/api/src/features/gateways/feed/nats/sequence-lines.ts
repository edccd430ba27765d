import { feedSubjects } from '@comet/contract';
import type { StreamMessage } from './feed-stream.ts';
import type { BesideLine } from './heartbeat-lines.ts';

/** A change as a signed line for one gateway, or for all (null). */
export interface ChangeLine {
  readonly gatewayId: string | null;
  readonly line: string;
  readonly cursor: number;
}

/**
 * Puts lines into the order in which gateways may apply them: changes by cursor, and each heartbeat after the changes through its cursor and
 * before its gateway's later ones. A heartbeat that comes too late for that is dropped: the next one follows in seconds.
 */
export class LineSequencer {
  /** Cursor of the last message. */
  #last: number;
  #through: number;
  #lastForAll: number;
  readonly #lastFor = new Map<string, number>();
  /** Heartbeats that are ahead of the changes. */
  #waiting: readonly BesideLine[] = [];

  constructor(cursor: number) {
    this.#last = cursor;
    this.#through = cursor;
    // Which gateways the earlier changes were for is not recorded.
    this.#lastForAll = cursor;
  }

  /** Cursor up to which all changes are in the stream. */
  get through(): number {
    return this.#through;
  }

  /** Returns the messages of a page, which has all changes after the previous one through `through`, with those of other lines. */
  messages(
    changes: readonly ChangeLine[],
    through: number,
    beside: readonly BesideLine[],
  ): readonly StreamMessage[] {
    const due = [...this.#waiting, ...beside].toSorted(
      (left, right) => (left.cursor ?? 0) - (right.cursor ?? 0),
    );
    this.#waiting = due.filter(({ cursor }) => cursor !== null && cursor > through);
    const messages: StreamMessage[] = [];
    let next = 0;
    const addBeside = (below: number) => {
      for (let line = due[next]; line !== undefined && (line.cursor ?? 0) < below; line = due[next]) {
        next += 1;
        if (!this.#isLate(line)) messages.push(this.#beside(line));
      }
    };
    for (const change of changes) {
      addBeside(change.cursor);
      messages.push(this.#change(change));
    }
    addBeside(through + 1);
    this.#through = through;
    return messages;
  }

  #isLate({ gatewayId, cursor }: BesideLine): boolean {
    return cursor !== null && cursor < Math.max(this.#lastForAll, this.#lastFor.get(gatewayId) ?? 0);
  }

  #beside({ gatewayId, line, cursor }: BesideLine): StreamMessage {
    const subject = feedSubjects.heartbeats(gatewayId);
    return { subject, line, id: null, ...this.#moveTo(Math.max(this.#last, cursor ?? 0)) };
  }

  #change({ gatewayId, line, cursor }: ChangeLine): StreamMessage {
    const subject = gatewayId === null ? feedSubjects.all : feedSubjects.changes(gatewayId);
    if (gatewayId === null) this.#lastForAll = cursor;
    else this.#lastFor.set(gatewayId, cursor);
    return { subject, line, id: String(cursor), ...this.#moveTo(cursor) };
  }

  #moveTo(cursor: number): { readonly cursor: number; readonly after: number } {
    const after = this.#last;
    this.#last = cursor;
    return { cursor, after };
  }
}
