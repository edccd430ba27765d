/** What tcpdump says of itself on SIGUSR1 and at its end. */
interface Counts {
  captured: number;
  received: number;
  dropped: number;
}

/** One text per packet from tcpdump's output. Indented lines belong to the packet above. */
export function packetLines(output: string): string[] {
  const packets: string[] = [];
  for (const line of output.split('\n')) {
    if (line === '') continue;
    const previous = packets.length - 1;
    if (/^\s/.test(line) && previous >= 0) packets[previous] += ` ${line.trim()}`;
    else packets.push(line);
  }
  return packets;
}

/** The counts that tcpdump reported so far, oldest first: each on one line (SIGUSR1) or on three (at its end). */
export function reportedCounts(remarks: string): Counts[] {
  const reports = remarks.matchAll(
    /(\d+) packets? captured,?\s+(\d+) packets? received by filter,?\s+(\d+) packets? dropped by kernel/g,
  );
  return [...reports].map(([, captured, received, dropped]) => ({
    captured: Number(captured),
    received: Number(received),
    dropped: Number(dropped),
  }));
}
