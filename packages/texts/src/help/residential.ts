/** Pages about residential data, the residential proxy and dedicated IPs. */
export const residentialPages = [
  {
    slug: 'residential-data',
    title: 'Connect through a home',
    summary: 'Buy residential data and choose what happens when it runs out.',
    related: ['website-blocks', 'proxy-curl', 'dedicated-ip'],
  },
  {
    slug: 'proxy-curl',
    title: 'Use the residential proxy with curl',
    summary: 'Country, city and session in the username, and what its errors mean.',
    related: ['proxy-python', 'proxy-node', 'local-proxies'],
  },
  {
    slug: 'proxy-python',
    title: 'Use the residential proxy with Python',
    summary: 'With the standard library, or with Requests.',
    related: ['proxy-curl', 'proxy-playwright', 'local-proxies'],
  },
  {
    slug: 'proxy-node',
    title: 'Use the residential proxy with Node',
    summary: 'With Node’s own agent, from version 24.5.',
    related: ['proxy-curl', 'proxy-playwright', 'local-proxies'],
  },
  {
    slug: 'proxy-playwright',
    title: 'Use the residential proxy with Playwright',
    summary: 'A whole browser from a home, with one IP address for a visit.',
    related: ['proxy-curl', 'proxy-node', 'website-blocks'],
  },
  {
    slug: 'local-proxies',
    title: 'Open a local proxy port',
    summary: 'A port on your own computer that leads to a home, without a password.',
    related: ['proxy-curl', 'command-line', 'split-tunneling'],
  },
  {
    slug: 'dedicated-ip',
    title: 'Get and use a dedicated IP',
    summary: 'In the app and as a proxy, with a swap if sites block it.',
    related: ['website-blocks', 'proxy-curl', 'residential-data'],
  },
] as const;
