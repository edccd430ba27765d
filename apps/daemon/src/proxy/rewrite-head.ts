/** Lines of a head that are between a program and its proxy only. */
const ownLines = /^(?:proxy-authorization|proxy-connection|connection|keep-alive):/i;

/**
 * The head of a request for a proxy (without its empty line) with our credentials, or null for a request that is not for a proxy: a page
 * in a browser may send one here too. Anything but CONNECT is the last of its connection, since only heads that we see get the credentials.
 */
export function rewriteHead(head: string, authorization: string): string | null {
  const [request = '', ...lines] = head.split('\r\n');
  const isTunnel = /^CONNECT [^ ]+ HTTP\/1\.[01]$/.test(request);
  if (!isTunnel && !/^[A-Z]+ http:\/\/[^ ]+ HTTP\/1\.[01]$/i.test(request)) return null;
  const kept = lines.filter((line) => !ownLines.test(line));
  const own = [`Proxy-Authorization: ${authorization}`, ...(isTunnel ? [] : ['Connection: close'])];
  return [request, ...kept, ...own].join('\r\n');
}
