type Search = Readonly<Record<string, unknown>>;

/** Parses a query; all values are strings, also those of digits only. A repeated name has all of its values. */
export function parseSearch(search: string): Record<string, string | readonly string[]> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...rest] = query.getAll(name);
      return [name, rest.length > 0 ? [first, ...rest] : first];
    }),
  );
}

/** Formats a query; absent values are omitted. */
export function stringifySearch(search: Search): string {
  const texts = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((text) => (typeof text === 'string' ? [[name, text]] : [])),
  );
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : '';
}

/**
 * Validates the named parameters of a query: an empty or repeated one counts as absent. Other parameters stay
 * in the URL.
 */
export function texts<const Name extends string>(...names: readonly Name[]) {
  return (search: Search): { [Key in Name]?: string | undefined } => {
    const given = names.filter((name) => name in search);
    return Object.fromEntries(
      given.map((name) => [name, typeof search[name] === 'string' ? search[name] || undefined : undefined]),
    ) as { [Key in Name]?: string | undefined };
  };
}
