/** What a call needs of an answer; the platform's `Response` is one. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * What a call needs of `fetch`, which fits here itself. Rejects where there is no answer. A program that has no other use for it
 * sends by less: Node's own takes 6 MB.
 */
export type Send = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly credentials: 'include';
    readonly signal: AbortSignal;
    readonly body?: string;
  },
) => Promise<Answer>;
