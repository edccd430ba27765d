import type { ProxyProtocol } from '../proxy-access/index.ts';

export const languages = ['curl', 'python', 'node'] as const;
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

function moduleOf(url: string): 'http' | 'https' {
  return url.startsWith('https:') ? 'https' : 'http';
}
