import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { addresses, portal } from './addresses.ts';

/**
 * A network with a captive portal as one process in the namespace of the far side: until its page is accepted, it blocks the API and the
 * gateway (whose WireGuard also has port 53), and answers the check in place of our server.
 */
const blocked = `table inet portal {
chain strangers {
tcp dport { ${portal.checkPort}, ${portal.pagePort}, 80 } accept
udp dport 53 udp length < 100 accept
meta l4proto { tcp, udp } drop
}
chain in {
type filter hook prerouting priority -150
iifname "eth0" jump strangers
}
}`;
const page = `http://${addresses.far}:${portal.pagePort}/sign-in`;
let isAccepted = false;

function block(): void {
  isAccepted = false;
  execFileSync('nft', [blocked]);
}

createServer((_, response) => {
  if (isAccepted) response.writeHead(204, { 'comet-network': 'open' });
  else response.writeHead(302, { location: page });
  response.end();
}).listen(portal.checkPort, addresses.far);

createServer((request, response) => {
  if (request.url === '/accept' && !isAccepted) {
    isAccepted = true;
    execFileSync('nft', ['delete table inet portal']);
  }
  if (request.url === '/begin' && isAccepted) block();
  response.end(`page for ${request.socket.remoteAddress}`);
}).listen(portal.pagePort, addresses.far, () => process.stdout.write('ready\n'));
block();
