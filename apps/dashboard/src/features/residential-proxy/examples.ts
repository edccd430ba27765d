import type { ProxyProtocol } from '../proxy-access/index.ts';

export const languages = ['curl', 'python', 'node', 'firefox'] as const;
export type Language = (typeof languages)[number];

/**
 * A program that asks an address through an endpoint and prints the answer. Over HTTP it needs nothing that does not come with its
 * language (Node from 24.5); SOCKS5 is not in Python's and Node's own libraries. `line` is an `proxyLine`, `url` has no quotes in it.
 */
export function exampleOf(language: Language, protocol: ProxyProtocol, line: string, url: string): string {
  switch (language) {
    case 'curl':
      return `curl -x '${line}' '${url}'`;
    case 'python':
      return protocol === 'http' ? pythonHttp(line, url) : pythonSocks(line, url);
    case 'node':
      return protocol === 'http' ? nodeHttp(line, url) : nodeSocks(line, url);
    case 'firefox':
      return firefoxSettings(protocol, line);
  }
}

const pythonHttp = (line: string, url: string) => `import urllib.request

proxy = "${line}"
handler = urllib.request.ProxyHandler({"http": proxy, "https": proxy})
answer = urllib.request.build_opener(handler).open("${url}", timeout=30)
print(answer.read().decode())`;

const pythonSocks = (line: string, url: string) => `# pip install "requests[socks]"
import requests

proxy = "${line}"
answer = requests.get("${url}", proxies={"http": proxy, "https": proxy}, timeout=30)
print(answer.text)`;

/** An older Node passes over the agent's proxy and asks by the machine's own address: the example ends before that. */
const nodeHttp = (line: string, url: string) => `import { Agent, get } from "node:${moduleOf(url)}";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major * 100 + minor < 2405) throw new Error("This needs Node 24.5 or newer");
const proxy = "${line}";
const agent = new Agent({ proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } });
get("${url}", { agent }, (answer) => answer.pipe(process.stdout));`;

const nodeSocks = (line: string, url: string) => `// npm install socks-proxy-agent
import { get } from "node:${moduleOf(url)}";
import { SocksProxyAgent } from "socks-proxy-agent";

const agent = new SocksProxyAgent("${line}");
get("${url}", { agent }, (answer) => answer.pipe(process.stdout));`;

/**
 * The user.js of a Firefox profile. The last five keep Firefox's own services from resolving names, or connecting, past the proxy: with
 * the proxy alone Firefox 153 sent five lookups to the network's resolver while it started, with these none.
 */
function firefoxSettings(protocol: ProxyProtocol, line: string): string {
  const end = line.slice(line.lastIndexOf('@') + 1);
  const [host, port] = [end.slice(0, end.lastIndexOf(':')), Number(end.slice(end.lastIndexOf(':') + 1))];
  const proxies =
    protocol === 'http'
      ? { http: host, http_port: port, ssl: host, ssl_port: port }
      : { socks: host, socks_port: port, socks_version: 5, socks_remote_dns: true };
  const settings: Readonly<Record<string, string | number | boolean>> = {
    'network.proxy.type': 1,
    ...Object.fromEntries(Object.entries(proxies).map(([name, value]) => [`network.proxy.${name}`, value])),
    'network.proxy.allow_bypass': false,
    'network.proxy.failover_direct': false,
    'network.dns.disablePrefetch': true,
    'network.connectivity-service.enabled': false,
    'network.captive-portal-service.enabled': false,
  };
  return Object.entries(settings)
    .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
    .join('\n');
}

function moduleOf(url: string): 'http' | 'https' {
  return url.startsWith('https:') ? 'https' : 'http';
}
