/** Pages about residential data, the residential proxy and dedicated IPs. */
export const residentialPages = [
  {
    slug: 'residential-data',
    title: 'Connect through a home',
    summary: 'Buy residential data and choose what happens when it runs out.',
    words: 'residential gigabytes data buy top-up home exit',
    related: ['website-blocks', 'proxy-curl', 'dedicated-ip'],
  },
  {
    slug: 'proxy-curl',
    title: 'Use the residential proxy with curl',
    summary: 'Country, city and session in the username, and what its errors mean.',
    words: 'proxy curl http socks5 username session error 407',
    related: ['proxy-python', 'proxy-node', 'local-proxies'],
  },
  {
    slug: 'proxy-python',
    title: 'Use the residential proxy with Python',
    summary: 'With the standard library, or with Requests.',
    words: 'proxy python requests urllib',
    related: ['proxy-curl', 'proxy-playwright', 'local-proxies'],
  },
  {
    slug: 'proxy-node',
    title: 'Use the residential proxy with Node',
    summary: 'With Node’s own agent, from version 24.5.',
    words: 'proxy node javascript fetch agent',
    related: ['proxy-curl', 'proxy-playwright', 'local-proxies'],
  },
  {
    slug: 'proxy-playwright',
    title: 'Use the residential proxy with Playwright',
    summary: 'A whole browser from a home, with one IP address for a visit.',
    words: 'proxy playwright browser puppeteer scraping chromium',
    related: ['proxy-curl', 'proxy-node', 'website-blocks'],
  },
  {
    slug: 'local-proxies',
    title: 'Open a local proxy port',
    summary: 'A port on your own computer that leads to a home or a location, without a password.',
    words: 'proxy localhost port 127.0.0.1 sticky rotating location socks5',
    related: ['proxy-curl', 'command-line', 'split-tunneling'],
  },
  {
    slug: 'dedicated-ip',
    title: 'Get and use a dedicated IP',
    summary: 'In the app and as a proxy, with a swap if sites block it.',
    words: 'dedicated static ip address own whitelist allowlist swap',
    related: ['website-blocks', 'proxy-curl', 'residential-data'],
  },
] as const;
