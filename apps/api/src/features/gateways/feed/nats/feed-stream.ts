/** A message of the feed's stream. */
export interface StreamMessage {
  readonly subject: string;
  /** A signed line; empty for a reset. */
  readonly line: string;
  /** Cursor of the feed after the message. */
  readonly cursor: number;
  /** Cursor of the message before it. */
  readonly after: number;
  /** Identifies a change, so that it is stored once; null for a heartbeat, which expires. */
  readonly id: string | null;
}

/** The end of the stream. */
export interface StreamEnd {
  /** Sequence of the last message, also of an expired one; 0 for none. */
  readonly sequence: number;
  /** Cursor of the last message; null for a stream without messages. */
  readonly cursor: number | null;
}

/** The feed's stream, to which one publisher at a time appends. */
export interface FeedStream {
  end(): Promise<StreamEnd>;
  /**
   * Appends messages in order, the first directly after `sequence`, and returns the sequence of the last one. Throws if another publisher has
   * appended, or if the outcome is unknown: a prefix of the messages may then be stored.
   */
  append(messages: readonly StreamMessage[], sequence: number): Promise<number>;
}
