/** Names for documentation and tests (RFC 2606, RFC 6761), and addresses of this machine. */
const exampleName = /(^|\.)(example|test|invalid|localhost|local)$|(^|\.)example\.(com|net|org)$/i;
const loopback = /^(127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0|\[?::\]?)$/;

/** Returns whether a host name or address is for development: an example, or this machine. */
function isDevelopmentHost(host: string): boolean {
  return exampleName.test(host.replace(/\.$/, '')) || loopback.test(host);
}

/** Returns whether a URL is missing, is not `https:`, or has a host for development. */
export function isDevelopmentUrl(given: string | undefined): boolean {
  const url = given === undefined ? null : URL.parse(given);
  return url === null || url.protocol !== 'https:' || isDevelopmentHost(url.hostname);
}
