/** TCP port at the gateway's address in the tunnel, where it reports to a session with an exit whether it has one. */
export const egressStatusPort = 7686;

/** `open`: traffic leaves as the ticket requires. `gone`: the gateway has no exit for it, and refuses it. */
const egressStatus = ['open', 'gone'] as const;
export type EgressStatus = (typeof egressStatus)[number];

/** Maximum line length in characters, with the newline. */
const maxLineLength = 5;

/** Returns the line that a gateway sends for a status, with its newline. */
export function writeEgressStatus(status: EgressStatus): string {
  return `${status}\n`;
}

/** Parses the gateway's status lines from a stream. The reader returns the statuses completed by a piece, or null for any other text. */
export function egressStatusReader(): (piece: string) => readonly EgressStatus[] | null {
  let partial = '';
  return (piece) => {
    const lines = (partial + piece).split('\n');
    partial = lines.pop() ?? '';
    const statuses = lines.map((line) => egressStatus.find((status) => status === line));
    if (partial.length >= maxLineLength || statuses.includes(undefined)) return null;
    return statuses.filter((status) => status !== undefined);
  };
}
