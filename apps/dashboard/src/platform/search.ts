/** The query of an address as plain texts: a token of digits stays the text it is. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The way back; what is absent is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string') query.set(key, value);
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Keeps the named texts of a query and drops everything else. */
export function pickTexts<const Names extends readonly string[]>(
  ...names: Names
): (search: Readonly<Record<string, unknown>>) => { [Name in Names[number]]?: string } {
  return (search) => {
    const picked: Record<string, string> = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') picked[name] = value;
    }
    return picked as { [Name in Names[number]]?: string };
  };
}
