import { describe, expect, test } from 'vitest';
import { packetLines, reportedCounts } from './capture.ts';

describe("tcpdump's text", () => {
  test('is split into one text per packet, including continuation lines', () => {
    const output = '04:00:00.1 IP 10.0.0.1 > 10.0.0.2: ICMP echo request\n04:00:00.2 ARP\n\tmore\n';
    expect(packetLines(output)).toEqual([
      '04:00:00.1 IP 10.0.0.1 > 10.0.0.2: ICMP echo request',
      '04:00:00.2 ARP more',
    ]);
    expect(packetLines('')).toEqual([]);
  });

  test('contains counts on one line while running and on three lines at the end', () => {
    const diagnostics = `listening on wan, link-type EN10MB (Ethernet), snapshot length 262144 bytes
tcpdump: 1 packet captured, 2 packets received by filter, 0 packets dropped by kernel
2 packets captured
2 packets received by filter
7 packets dropped by kernel
`;
    expect(reportedCounts(diagnostics)).toEqual([
      { captured: 1, received: 2, dropped: 0 },
      { captured: 2, received: 2, dropped: 7 },
    ]);
    expect(reportedCounts('listening on wan')).toEqual([]);
  });
});
