/** TCP port at the gateway's address in the tunnel, where it tells a session that leaves by an exit whether it has one. */
export const egressStatusPort = 7686;

/** `open`: traffic leaves as the ticket says. `gone`: the gateway has nothing by which it could, and refuses it. */
const egressStatus = ['open', 'gone'] as const;
export type EgressStatus = (typeof egressStatus)[number];

/** Characters of the longest line, its end included. */
const longestLine = 5;

export function writeEgressStatus(word: EgressStatus): string {
  return `${word}\n`;
}

/** Reads what a gateway says, in whatever pieces it comes: the words that are whole now, or null where it says anything else. */
export function egressStatusReader(): (piece: string) => readonly EgressStatus[] | null {
  let begun = '';
  return (piece) => {
    const lines = (begun + piece).split('\n');
    begun = lines.pop() ?? '';
    const words = lines.map((line) => egressStatus.find((word) => word === line));
    if (begun.length >= longestLine || words.includes(undefined)) return null;
    return words.filter((word) => word !== undefined);
  };
}
