/** Which of several addresses a path is, and what stands for its `$name` parts. */
export interface Match<A extends string> {
  readonly address: A;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the address that a path is. A slash at the end makes no difference, neither do capitals outside of the parts with a name. Of two
 * that fit, the one that spells more of the path out wins; `$` at the end stands for anything, and wins last.
 */
export function matchPath<A extends string>(addresses: readonly A[], path: string): Match<A> | null {
  const parts = partsOf(path);
  let found: (Match<A> & { readonly rank: string }) | null = null;
  for (const address of addresses) {
    const fit = fitOf(partsOf(address), parts);
    if (fit !== null && (found === null || fit.rank > found.rank)) found = { address, ...fit };
  }
  return found === null ? null : { address: found.address, params: found.params };
}

/** Part by part: 2 for one that is spelled out, 1 for one with a name, nothing for what `$` stands for. */
function fitOf(wanted: readonly string[], parts: readonly string[]) {
  const params: Record<string, string> = {};
  let rank = '';
  for (const [place, want] of wanted.entries()) {
    if (want === '$') return { params, rank };
    const part = parts[place];
    if (part === undefined) return null;
    if (want.startsWith('$')) {
      const text = decoded(part);
      if (text === null) return null;
      params[want.slice(1)] = text;
      rank += '1';
    } else if (want === part.toLowerCase()) rank += '2';
    else return null;
  }
  return wanted.length === parts.length ? { params, rank: `${rank}2` } : null;
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Null for what is no text at all, such as `%E0%A4%A`. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** True when `path` is the address, or lies below it. */
export function isWithin(path: string, address: string): boolean {
  return `${partsOf(path).join('/')}/`.startsWith(`${partsOf(address).join('/')}/`);
}
