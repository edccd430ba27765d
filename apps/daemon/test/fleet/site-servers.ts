import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import packet from 'dns-packet';
import { addresses, sites, udpPort } from './addresses.ts';

/** The gateway's resolver and the servers of `sites` as one process in the namespace of the far side. Names below a site are the site's. */
function siteOf(name: string): (typeof sites)[keyof typeof sites] | undefined {
  return Object.entries(sites).find(([site]) => name === site || name.endsWith(`.${site}`))?.[1];
}

const resolver = createSocket('udp4');
resolver.on('message', (query, { port, address }) => {
  const { id = 0, questions = [] } = packet.decode(query);
  const answers = questions.flatMap(({ type, name }) => {
    const site = siteOf(name.toLowerCase());
    if (site === undefined || (type !== 'A' && type !== 'AAAA')) return [];
    return [{ type, name, ttl: 30, data: type === 'A' ? site.ipv4 : site.ipv6 }];
  });
  resolver.send(packet.encode({ type: 'response', id, questions, answers }), port, address);
});

for (const { ipv4, ipv6 } of Object.values(sites)) {
  execFileSync('ip', ['address', 'replace', `${ipv4}/32`, 'dev', 'lo']);
  execFileSync('ip', ['address', 'replace', `${ipv6}/128`, 'dev', 'lo', 'nodad']);
  for (const address of [ipv4, ipv6]) {
    createServer((request, response) => response.end(request.socket.remoteAddress)).listen(80, address);
    const datagrams = createSocket(address === ipv4 ? 'udp4' : 'udp6');
    datagrams.on('message', (_, { port, address: from }) => datagrams.send(from, port, from));
    datagrams.bind(udpPort, address);
  }
}
resolver.bind(53, addresses.tunnel4, () => process.stdout.write('ready\n'));
