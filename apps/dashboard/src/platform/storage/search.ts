type Search = Readonly<Record<string, unknown>>;

/** Reads a query as texts: a token of digits stays a text. A name that is repeated has all of its values. */
export function parseSearch(search: string): Record<string, string | readonly string[]> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...rest] = query.getAll(name);
      return [name, rest.length > 0 ? [first, ...rest] : first];
    }),
  );
}

/** Writes a query; absent values are left out. */
export function stringifySearch(search: Search): string {
  const texts = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((text) => (typeof text === 'string' ? [[name, text]] : [])),
  );
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : '';
}

/** Validates the named texts of a query: an empty or repeated one counts as absent. Other names stay in the address. */
export function texts<const Name extends string>(...names: readonly Name[]) {
  return (search: Search): { [Key in Name]?: string | undefined } => {
    const given = names.filter((name) => name in search);
    return Object.fromEntries(
      given.map((name) => [name, typeof search[name] === 'string' ? search[name] || undefined : undefined]),
    ) as { [Key in Name]?: string | undefined };
  };
}
