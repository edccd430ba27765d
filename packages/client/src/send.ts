/** The required part of a response; the platform's `Response` is one. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * The required part of `fetch`, which has this type. Rejects without a response. A program without another use for `fetch` passes a smaller
 * implementation: Node's own takes 6 MB.
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
) => Promise<Reply>;
