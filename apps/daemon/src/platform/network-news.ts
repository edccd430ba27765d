/** How many addresses and links are remembered; more than any machine has. */
const most = 1_024;

/**
 * Tells lines of `ip -o monitor` that are news from those that only say again what was said: a router's advertisement renews the time of an
 * address every few seconds, a Wi-Fi that looks around tells of its link each time, and both leave the network as it was.
 */
export function networkNews(): (line: string) => boolean {
  const known = new Map<string, string>();

  return (line) => {
    const isGone = line.startsWith('Deleted ');
    const about = subjectOf(isGone ? line.slice('Deleted '.length) : line);
    if (about === null) return true;
    const { key, text } = about;
    if (isGone) {
      for (const other of known.keys()) if (other === key || other.startsWith(`${key} `)) known.delete(other);
      return true;
    }
    if (known.get(key) === text) return false;
    if (known.size >= most) known.clear();
    known.set(key, text);
    return true;
  };
}

/** The address or link that a line is about, and what it says of it but for the time that it lasts. Null for routes and the rest. */
function subjectOf(line: string): { readonly key: string; readonly text: string } | null {
  const address = /^(\d+): \S+ +inet6? (\S+) /.exec(line);
  const text = line.replace(/\s+valid_lft .*$/, '');
  if (address !== null) return { key: `${address[1]} ${address[2]}`, text };
  const link = /^(\d+): \S+: </.exec(line);
  return link === null ? null : { key: String(link[1]), text };
}
